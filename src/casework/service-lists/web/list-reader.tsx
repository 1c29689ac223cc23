import { Autocomplete, Button, Group, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, ContactInList } from '#casework/clients/contact-record.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { listLanguages, type ServiceList } from '../service-list.ts'
import { changeList } from './list-calls.ts'
import classes from './service-lists.module.css'

type Part = Parameters<typeof changeList>[1]

function useChange(list: ServiceList) {
  const { t } = useTranslation('platform')
  return useMutation({
    mutationFn: (part: Part) => changeList(list.id, part),
    onError: () => notify(t('notice.wentWrong'), 'bad'),
  })
}

/** For whom a list is, and in which language they read it. */
export function ListReader({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  const change = useChange(list)
  return (
    <Card labelledBy="reader" className={classes.card ?? ''}>
      <h2 id="reader">{t('reader.title')}</h2>
      <Person list={list} />
      <div>
        <p className={classes.label} id="language">
          {t('reader.language')}
        </p>
        <SegmentedControl
          fullWidth
          size="md"
          aria-labelledby="language"
          value={list.language}
          onChange={(language) => change.mutate(() => ({ language: language as ServiceList['language'] }))}
          data={listLanguages.map((language) => ({ value: language, label: t(`reader.${language}`) }))}
        />
      </div>
    </Card>
  )
}

const labelOf = (person: ContactInList) =>
  [`${person.firstName} ${person.lastName}`, person.birthDate && dayText(person.birthDate)].filter(Boolean).join(' · ')

/** A person on record, or nobody: a list also works without. */
function Person({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 300)
  const change = useChange(list)
  const found = useQuery({
    queryKey: ['contact', 'pick', asked],
    queryFn: ({ signal }) =>
      api.post<{ items: ContactInList[] }>('/api/contact/search', { search: asked, limit: 8 }, { quiet: true, signal }),
    enabled: asked.length > 1,
  })
  /** They read the list in their language. */
  const choose = useMutation({
    mutationFn: async ({ id }: ContactInList) => {
      const { language } = await api.get<Contact>(`/api/contact/${id}`)
      const isSpanish = language?.toLowerCase().startsWith('es') ?? false
      return changeList(list.id, () => ({ contactId: id, ...(isSpanish ? { language: 'es' } : {}) }))
    },
    onSuccess: () => setText(''),
  })
  if (list.person)
    return (
      <Group justify="space-between">
        <b>{list.person.shortName}</b>
        <Button variant="default" onClick={() => change.mutate(() => ({ contactId: null }))} loading={change.isPending}>
          {t('reader.nobody')}
        </Button>
      </Group>
    )
  const options = new Map((asked.length > 1 ? (found.data?.items ?? []) : []).map((each) => [labelOf(each), each]))
  const isNobody = asked.length > 1 && found.isSuccess && asked === text.trim() && options.size === 0
  return (
    <>
      <Autocomplete
        label={t('reader.person')}
        description={t('reader.personHint')}
        size="md"
        value={text}
        onChange={setText}
        data={[...options.keys()]}
        filter={({ options: all }) => all}
        onOptionSubmit={(label) => {
          const person = options.get(label)
          if (person) choose.mutate(person)
        }}
      />
      <p role="status" className={classes.quiet} hidden={!isNobody}>
        {isNobody && t('reader.noneFound', { name: asked })}
      </p>
    </>
  )
}
