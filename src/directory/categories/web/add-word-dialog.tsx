import { Button, Group, Radio, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryName } from '#directory/services/service-search.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type CategoryValues, categoryFields, type ManagedCategory } from '../category.ts'
import { categories, changeCategory } from './category-calls.ts'
import { useCategoryChoices } from './category-select.tsx'

const languages = ['en', 'es'] as const
type Language = (typeof languages)[number]

/** Adds the word to a category as it is; if somebody else just changed it, to what they made of it. */
async function addWord(category: ManagedCategory, word: string, language: Language): Promise<ManagedCategory> {
  const field = language === 'en' ? 'synonymsEn' : 'synonymsEs'
  const values = Object.fromEntries(categoryFields.map((name) => [name, category[name]])) as CategoryValues
  const words = [...new Set([...category[field], word])]
  try {
    return await changeCategory(category.id, { ...values, [field]: words, version: category.version })
  } catch (error) {
    const newer = newerVersion<ManagedCategory>(error)
    if (!newer) throw error
    return addWord(newer, word, language)
  }
}

/** Makes words that people searched for another word of a category. */
export function AddWordDialog({ word, onClose }: { word: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['categories', 'platform'])
  const client = useQueryClient()
  const { data: all, isError, refetch } = useQuery(categories)
  const choices = useCategoryChoices(all ?? [], undefined)
  const [id, setId] = useState<string | null>(null)
  const [language, setLanguage] = useState<Language>('en')
  const [error, setError] = useState<string | null>(null)
  const add = useMutation({
    mutationFn: (category: ManagedCategory) => addWord(category, word, language),
    onSuccess: async (saved) => {
      notify(t('saved', { name: categoryName(saved, i18n.language) }))
      await client.invalidateQueries({ queryKey: ['category'] })
      onClose()
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.errors[0]) setError(errorText(failure.errors[0].message, 'categories'))
      else notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const submit = () => {
    const category = all?.find((each) => each.id === id)
    if (category) add.mutate(category)
    else setError(t('platform:form.required'))
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('addWord.title', { word })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      {!all && isError && <NotLoaded onRetry={refetch} />}
      {all ? (
        <Stack gap="md">
          <Select
            label={t('addWord.category')}
            description={t('addWord.help')}
            data={choices}
            value={id}
            onChange={(value) => {
              setId(value)
              setError(null)
            }}
            error={error}
            searchable
            withAsterisk
            limit={500}
            placeholder={t('platform:form.choose')}
            data-autofocus
          />
          <Radio.Group
            label={t('addWord.language')}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
          >
            <Group mt={6}>
              {languages.map((each) => (
                <Radio key={each} value={each} label={t(`addWord.${each}`)} />
              ))}
            </Group>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={add.isPending}>
              {t('platform:form.cancel')}
            </Button>
            <Button loading={add.isPending} onClick={submit}>
              {t('platform:form.save')}
            </Button>
          </Group>
        </Stack>
      ) : (
        !isError && <Skeleton height={160} aria-label={t('loading')} />
      )}
    </Dialog>
  )
}
