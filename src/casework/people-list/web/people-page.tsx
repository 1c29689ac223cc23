import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { useSearchWords } from '#platform/web/use-search-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { DownloadButton } from './download-button.tsx'
import classes from './people-list.module.css'
import { PeopleList } from './people-list.tsx'
import type { PeopleParts } from './people-parts.ts'
import { usePeople } from './use-people.ts'

export function Screen({ InactiveNotice, DuplicatesNotice, comparePeople }: PeopleParts) {
  const { t } = useTranslation('clients')
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('list.title')} />
  const notice = (
    <>
      <DuplicatesNotice />
      {userHasRole(knownUser(), 'organization-admin') && <InactiveNotice />}
    </>
  )
  return <PeopleOnRecord notice={notice} comparePeople={comparePeople} />
}

function PeopleOnRecord({ notice, comparePeople }: { notice: ReactNode; comparePeople: PeopleParts['comparePeople'] }) {
  const { t } = useTranslation(['people-list', 'clients'])
  const { search, setSearch } = useSavedSearch()
  const people = usePeople(search)
  const { items, isFound } = people
  const newPerson = (
    <Button component={Link} to="/people/new" leftSection={<IconUserPlus aria-hidden="true" size={20} />}>
      {t('new')}
    </Button>
  )
  const isEmpty = isFound && items.length === 0
  return (
    <>
      <PageHeading title={t('clients:list.title')} lead={t('lead')} action={newPerson} />
      {notice}
      <div className={classes.tools}>
        {!(isEmpty && search === '') && <SearchBox search={search} onSearch={setSearch} />}
        {items.length > 0 && <DownloadButton query={{ search }} />}
      </div>
      <p role="status" className={classes.found}>
        {isFound && search ? t('found', { count: items.length }) : ''}
      </p>
      {people.isPending && <Waiting />}
      {people.isFailed && (
        <EmptyState
          icon={<IconUsers />}
          title={t('failed')}
          action={<Button onClick={() => people.retry()}>{t('retry')}</Button>}
        />
      )}
      {!people.isPending && !people.isFailed && (
        <PeopleList people={people} newPerson={newPerson} comparePeople={comparePeople} />
      )}
    </>
  )
}

/**
 * Stores the search in the browser's history entry, so that going back restores it. It contains names, so it is never
 * part of the URL.
 */
function useSavedSearch() {
  const { state } = useLocation()
  const [search, setSearch] = useState<string>(typeof state?.search === 'string' ? state.search : '')
  const saveSearch = (words: string) => {
    setSearch(words)
    // Not through a navigation, which would cancel one that has just started; the router reads `usr` when it returns
    // here.
    history.replaceState({ ...history.state, usr: words ? { search: words } : null }, '')
  }
  return { search, setSearch: saveSearch }
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (words: string) => void }) {
  const { t } = useTranslation('people-list')
  const { typed, type } = useSearchWords(search, onSearch)
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      data-list-search
      label={t('search')}
      description={t('searchHelp')}
      leftSection={<IconSearch aria-hidden="true" size={20} />}
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

const Waiting = () => {
  const { t } = useTranslation()
  return (
    <output aria-label={t('shell.loading')} className={classes.waiting}>
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} height={64} radius="lg" />
      ))}
    </output>
  )
}
