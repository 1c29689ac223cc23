import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NATION, NATION_NAME } from '#directory/places/area.ts'
import type { AreaLine } from '#directory/services/service-document.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import { Select } from '#ui/select.tsx'
import { ChosenList } from './chosen-list.tsx'
import classes from './editing.module.css'
import { useAreaName } from './field-words.ts'
import { searchAreas } from './listing-calls.ts'

/** Where people must live: ZIP codes, towns, counties, states, or anywhere. */
export function AreasField({ form, state }: { form: ContractForm; state: string | undefined }) {
  const { t } = useTranslation('editing')
  const nameOf = useAreaName()
  const chosen = form.values.serviceAreas as AreaLine[]
  const [text, setText] = useState('')
  const words = text.trim()
  const { data = [], isError } = useQuery({
    queryKey: ['area', words],
    queryFn: ({ signal }) => searchAreas(words, signal),
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })
  const isChosen = new Set(chosen.flatMap(({ keys }) => (keys.length === 1 ? keys : [])))
  const nation = { key: NATION, name: NATION_NAME }
  const found = [...(words.length >= 2 ? data : []), nation].filter(({ key }) => !isChosen.has(key))
  const hasFailed = words.length >= 2 && isError
  const { options: offered, field } = useSuggestions({ found, hasFailed }, text)
  const add = (key: string | null) => {
    const area = offered.find((one) => one.key === key)
    // What stands behind a ZIP code helps to choose it; its name is the number.
    if (area)
      form.set('serviceAreas', [
        ...chosen,
        { name: area.name.replace(/ \(.*\)$/, ''), keys: [area.key], guessedFrom: null },
      ])
    setText('')
  }
  return (
    <div className={classes.fields}>
      {chosen.length === 0 && <p className={classes.also}>{t('areas.none')}</p>}
      <ChosenList
        items={chosen}
        label={t('field.serviceAreas')}
        nameOf={nameOf}
        onChange={(items) => form.set('serviceAreas', items)}
      />
      <Select
        label={t('areas.add')}
        description={[state, t('areas.help')].filter(Boolean).join(' · ')}
        placeholder={t('areas.choose')}
        data={offered.map(({ key, name }) => ({ value: key, label: nameOf({ name, keys: [key] }) }))}
        // The server has searched; a name in brackets or another language is found too.
        filter={({ options }) => options}
        value={null}
        onChange={add}
        {...field}
        searchable
        searchValue={text}
        onSearchChange={setText}
        nothingFoundMessage={hasFailed ? undefined : t('areas.notFound')}
        styles={{ options: { maxHeight: 360 } }}
      />
    </div>
  )
}
