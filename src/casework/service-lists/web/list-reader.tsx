import { Autocomplete, Button, Group, SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, ContactInList } from '#casework/clients/contact-record.ts'
import { usePersonSearch } from '#casework/clients/web/person-search-public.tsx'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
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

/** A person on record, or nobody: a list also works without. */
function Person({ list }: { list: ServiceList }) {
  const { t } = useTranslation(['service-lists', 'platform'])
  const [text, setText] = useState('')
  const { options, field, isNobody, asked } = usePersonSearch(text)
  const change = useChange(list)
  /** They read the list in their language, if it is on record. */
  const choose = useMutation({
    mutationFn: async ({ id }: ContactInList) => {
      const { language } = await api.get<Contact>(`/api/contact/${id}`)
      return changeList(list.id, () => ({ contactId: id, ...(language ? { language: spokenLanguage(language) } : {}) }))
    },
    onSuccess: () => setText(''),
    onError: () => {
      // Otherwise the name looks as if it were saved.
      setText('')
      notify(t('platform:notice.wentWrong'), 'bad')
    },
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
  return (
    <>
      <Autocomplete
        label={t('reader.person')}
        description={t('reader.personHint')}
        size="md"
        value={text}
        onChange={setText}
        {...field}
        onOptionSubmit={(label) => {
          const person = options.find(([each]) => each === label)?.[1]
          if (person) choose.mutate(person)
        }}
      />
      <p role="status" className={classes.quiet} hidden={!isNobody}>
        {isNobody && t('reader.noneFound', { name: asked })}
      </p>
    </>
  )
}
