import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryName } from '#directory/services/service-search.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type ManagedCategory, twinsBelow } from '../category.ts'
import { mergeCategory } from './category-calls.ts'
import { useCategoryChoices } from './category-select.tsx'

interface MergeDialogProps {
  category: ManagedCategory
  all: ManagedCategory[]
  onClose: () => void
}

/** Merges a category into another one, with its listings, in one act. */
export function MergeDialog({ category, all, onClose }: MergeDialogProps) {
  const { t, i18n } = useTranslation(['categories', 'platform'])
  const client = useQueryClient()
  const [into, setInto] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [version, setVersion] = useState(category.version)
  const choices = useCategoryChoices(all, category.id)
  const name = categoryName(category, i18n.language)
  const refusal = (message: string, target: string) => {
    const twins = message === 'category-twins-below' ? twinsBelow(all, category.id, target) : []
    // Somebody else may have made them a moment ago.
    if (!twins.length) return errorText(message, 'categories')
    const names = twins.map((one) => categoryName(one, i18n.language))
    return t('merge.twins', { names: new Intl.ListFormat(localeOf(i18n.language)).format(names) })
  }
  const merge = useMutation({
    mutationFn: (target: string) => mergeCategory(category.id, { version, into: target }),
    onSuccess: async (merged) => {
      notify(t('merge.done', { name, into: categoryName(merged, i18n.language) }))
      await client.invalidateQueries({ queryKey: ['category'] })
      onClose()
    },
    onError: (failure, target) => {
      const newer = newerVersion<ManagedCategory>(failure)
      if (newer) {
        setVersion(newer.version)
        setError(t('merge.stale'))
      } else if (failure instanceof ApiError && failure.errors[0]) setError(refusal(failure.errors[0].message, target))
      else notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const submit = () => (into ? merge.mutate(into) : setError(t('platform:form.required')))
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('merge.title', { name })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <Stack gap="md">
        <p>{t('merge.text', { name, count: category.serviceCount })}</p>
        <Select
          label={t('merge.into')}
          name="into"
          data={choices}
          value={into}
          onChange={(value) => {
            setInto(value)
            setError(null)
          }}
          error={error}
          searchable
          withAsterisk
          limit={500}
          placeholder={t('platform:form.choose')}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={merge.isPending}>
            {t('platform:form.cancel')}
          </Button>
          <Button loading={merge.isPending} onClick={submit}>
            {t('merge.submit')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
