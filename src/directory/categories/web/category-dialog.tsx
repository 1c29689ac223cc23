import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needs } from '#directory/needs/need.ts'
import { categoryName } from '#directory/services/service-search.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { notify } from '#platform/web/notify.ts'
import { CategoryValues, categoryFields, type ManagedCategory, tooLong, tooMany } from '../category.ts'
import { type FieldConflict, joinChanges } from '../category-merge.ts'
import { needAbove } from '../category-tree.ts'
import classes from './categories.module.css'
import { changeCategory, createCategory } from './category-calls.ts'
import { CategoryConflict } from './category-conflict.tsx'
import { useCategoryChoices } from './category-select.tsx'
import { WordsField } from './words-field.tsx'

interface CategoryDialogProps {
  /** Null for a new one. */
  category: ManagedCategory | null
  parentId: string | null
  all: ManagedCategory[]
  onClose: () => void
}

const pick = (from: CategoryValues) =>
  Object.fromEntries(categoryFields.map((field) => [field, from[field]])) as CategoryValues
const blank = { name: '', nameEs: null, need: null, synonymsEn: [], synonymsEs: [] }
/** Empty inputs are empty texts. */
const typed = (values: CategoryValues) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? '']))
const sent = (values: Record<string, unknown>) =>
  Object.fromEntries(
    categoryFields.map((field) => [field, values[field] === '' ? null : values[field]]),
  ) as CategoryValues

/** A category with all that belongs to it. What two people change at once is put together, never overwritten. */
export function CategoryDialog({ category, parentId, all, onClose }: CategoryDialogProps) {
  const { t, i18n } = useTranslation(['categories', 'needs', 'platform'])
  const client = useQueryClient()
  const [base, setBase] = useState({
    values: category ? pick(category) : { ...blank, parentId },
    version: category?.version ?? 1,
  })
  const [conflicts, setConflicts] = useState<FieldConflict[] | null>(null)
  const choices = useCategoryChoices(all, category?.id)
  const wrongWords = (values: Record<string, unknown>) =>
    (['synonymsEn', 'synonymsEs'] as const).flatMap((field) => {
      const [words, stored] = [values[field] as string[], base.values[field]]
      if (tooLong(words, stored).length) return [[field, t('message.synonym-long')]]
      return tooMany(words, stored) ? [[field, t('message.synonyms-many')]] : []
    })
  const form = useContractForm({
    contract: CategoryValues,
    texts: 'categories',
    initial: typed(base.values),
    rules: (values) => Object.fromEntries(wrongWords(values)),
    onSubmit: async (values) => {
      await (category ? changeCategory(category.id, { ...values, version: base.version }) : createCategory(values))
      notify(t('saved', { name: values.name }))
      await client.invalidateQueries({ queryKey: ['category'] })
      onClose()
    },
    onFailure: (error) => {
      const newer = newerVersion<ManagedCategory>(error)
      if (newer) {
        const joined = joinChanges(base.values, sent(form.values), pick(newer))
        for (const [field, value] of Object.entries(typed(joined.values))) form.set(field, value)
        setBase({ values: pick(newer), version: newer.version })
        setConflicts(joined.conflicts)
      } else if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const above = needAbove(new Map(all.map((each) => [each.id, each])), (form.values.parentId as string) || null)
  const words = (field: 'synonymsEn' | 'synonymsEs') => ({
    name: field,
    label: t(`word.${field}`),
    description: t('word.help'),
    words: form.values[field] as string[],
    error: form.errors[field],
    onChange: (list: string[]) => form.set(field, list),
  })
  return (
    <FormDialog
      title={category ? t('dialog.edit', { name: categoryName(category, i18n.language) }) : t('add')}
      width={860}
      isSending={form.isSending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {conflicts && <CategoryConflict conflicts={conflicts} all={all} form={form} />}
      <div className={classes.pair}>
        <Field form={form} name="name" takesFocus />
        <Field form={form} name="nameEs" />
        <Field form={form} name="parentId" choices={choices} description={t('parentHelp')} />
        <Field
          form={form}
          name="need"
          choices={needs.map((need) => ({ value: need, label: t(`needs:${need}`) }))}
          description={above ? t('needHelpAbove', { need: t(`needs:${above}`) }) : t('needHelp')}
        />
        <WordsField {...words('synonymsEn')} language="en" />
        <WordsField {...words('synonymsEs')} language="es" />
      </div>
    </FormDialog>
  )
}
