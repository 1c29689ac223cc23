import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryName } from '#directory/services/service-search.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { ManagedCategory } from '../category.ts'
import { changeRetirement } from './category-calls.ts'

interface RetireDialogProps {
  category: ManagedCategory
  onMerge: () => void
  onClose: () => void
}

const refusals = [
  'category-used',
  'category-has-below',
  'category-above-retired',
  'category-twice',
  'category-merged',
] as const
type Refusal = (typeof refusals)[number]
const refusalOf = (error: unknown) =>
  error instanceof ApiError ? (refusals.find((code) => code === error.code) ?? null) : null

/** Stops offering a category, or offers it again. One that listings have leads to merging. */
export function RetireDialog({ category, onMerge, onClose }: RetireDialogProps) {
  const { t, i18n } = useTranslation(['categories', 'platform'])
  const client = useQueryClient()
  const isRetired = category.retiredOn !== null
  const [refusal, setRefusal] = useState<Refusal | 'stale' | null>(null)
  const [version, setVersion] = useState(category.version)
  const name = categoryName(category, i18n.language)
  const retire = useMutation({
    mutationFn: () => changeRetirement(category.id, { version, isRetired: !isRetired }),
    onSuccess: async () => {
      notify(t(isRetired ? 'retire.restored' : 'retire.done', { name }))
      await client.invalidateQueries({ queryKey: ['category'] })
      onClose()
    },
    onError: (error) => {
      const newer = newerVersion<ManagedCategory>(error)
      if (newer) setVersion(newer.version)
      const refused = newer ? 'stale' : refusalOf(error)
      setRefusal(refused)
      if (!refused) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(isRetired ? 'retire.restoreTitle' : 'retire.title', { name })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <Stack gap="md">
        <p>{t(isRetired ? 'retire.restoreText' : 'retire.text')}</p>
        {refusal && <p role="alert">{t(`retire.${refusal}`)}</p>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={retire.isPending}>
            {t('platform:form.cancel')}
          </Button>
          {refusal === 'category-used' ? (
            <Button onClick={onMerge}>{t('mergeOpen')}</Button>
          ) : (
            <Button loading={retire.isPending} onClick={() => retire.mutate()}>
              {t(isRetired ? 'restoreOpen' : 'retire.submit')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
