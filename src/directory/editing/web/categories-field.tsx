import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceValues } from '#directory/services/service-document.ts'
import { categoryName } from '#directory/services/service-search.ts'
import { useAllTerms } from '#directory/services/web/service-view-public.tsx'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Select } from '#ui/select.tsx'
import { ChosenList } from './chosen-list.tsx'
import classes from './editing.module.css'

type Category = ServiceValues['categories'][number]

/** The categories of a service, chosen from those of the directory. */
export function CategoriesField({ form, state }: { form: ContractForm; state: string | undefined }) {
  const { t, i18n } = useTranslation('editing')
  const chosen = form.values.categories as Category[]
  const { data: terms = [] } = useAllTerms()
  const data = useMemo(() => {
    const isChosen = new Set(chosen.map(({ id }) => id))
    return terms
      .filter(({ id }) => !isChosen.has(id))
      .map((term) => ({
        value: term.id,
        label: `${'\u2003'.repeat(term.level - 1)}${categoryName(term, i18n.language)}`,
      }))
  }, [terms, chosen, i18n.language])
  const nameOf = ({ id, name }: Category) =>
    categoryName(terms.find((one) => one.id === id) ?? { name, nameEs: null }, i18n.language)
  const add = (id: string | null) => {
    const term = terms.find((one) => one.id === id)
    if (term) form.set('categories', [...chosen, { id: term.id, name: term.name, guessedFrom: null }])
  }
  return (
    <div className={classes.fields}>
      <ChosenList
        items={chosen}
        label={t('field.categories')}
        nameOf={nameOf}
        onChange={(items) => form.set('categories', items)}
      />
      <Select
        label={t('categories.add')}
        description={[state, t('categories.help')].filter(Boolean).join(' · ')}
        placeholder={t('categories.choose')}
        data={data}
        value={null}
        onChange={add}
        searchable
        limit={300}
        styles={{ options: { maxHeight: 360 } }}
        nothingFoundMessage={t('categories.none')}
      />
    </div>
  )
}
