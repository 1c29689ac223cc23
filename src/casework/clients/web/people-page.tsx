import { Button, Skeleton, Table, TextInput, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { CallMark, SafeCall } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { phoneText } from '#platform/schema/phone-number.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { dayText } from '#platform/web/time-words.ts'
import { useSearchWords } from '#platform/web/use-search-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { caseworkRoles } from '../contact-policy.ts'
import type { ListedContact } from '../contact-record.ts'
import { contactList } from './contact-calls.ts'
import classes from './contacts.module.css'
import type { PersonParts } from './person-parts.ts'
import { useLabel } from './use-label.ts'

const nameOf = (person: ListedContact) => `${person.firstName} ${person.lastName}`

export function Screen({ InactiveNotice, DuplicatesNotice }: Pick<PersonParts, 'InactiveNotice' | 'DuplicatesNotice'>) {
  const { t } = useTranslation('clients')
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('list.title')} />
  const notice = (
    <>
      <DuplicatesNotice />
      {userHasRole(knownUser(), 'organization-admin') && <InactiveNotice />}
    </>
  )
  return <PeopleOnRecord notice={notice} />
}

function PeopleOnRecord({ notice }: { notice: ReactNode }) {
  const { t } = useTranslation('clients')
  const { search, setSearch } = useSavedSearch()
  const people = useInfiniteQuery(contactList(search))
  const items = people.data?.pages.flatMap((page) => page.items) ?? []
  const newPerson = (
    <Button component={Link} to="/people/new" leftSection={<IconUserPlus aria-hidden="true" size={20} />}>
      {t('list.new')}
    </Button>
  )
  const isEmpty = people.isSuccess && !people.isPlaceholderData && items.length === 0
  return (
    <>
      <PageHeading title={t('list.title')} lead={t('list.lead')} action={newPerson} />
      {notice}
      {!(isEmpty && search === '') && <SearchBox search={search} onSearch={setSearch} />}
      <VisuallyHidden role="status">
        {people.isSuccess && !people.isPlaceholderData && search ? t('list.found', { count: items.length }) : ''}
      </VisuallyHidden>
      {people.isPending && <Waiting />}
      {people.isError && items.length === 0 && (
        <EmptyState
          icon={<IconUsers />}
          title={t('list.failed')}
          action={<Button onClick={() => people.refetch()}>{t('list.retry')}</Button>}
        />
      )}
      {isEmpty &&
        (search ? (
          <EmptyState icon={<IconSearch />} title={t('list.noneFound', { search })} action={newPerson}>
            {t('list.noneFoundText')}
          </EmptyState>
        ) : (
          <EmptyState icon={<IconUsers />} title={t('list.empty')} action={newPerson}>
            {t('list.emptyText')}
          </EmptyState>
        ))}
      {items.length > 0 && people.data?.pages[0]?.isAlike && (
        <p className={classes.quiet}>{t('list.alike', { search })}</p>
      )}
      {items.length > 0 && <People items={items} />}
      {people.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={people.isFetchingNextPage} onClick={() => people.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
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
  const { t } = useTranslation('clients')
  const { typed, type } = useSearchWords(search, onSearch)
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      label={t('list.search')}
      description={t('list.searchHelp')}
      leftSection={<IconSearch aria-hidden="true" size={20} />}
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

function People({ items }: { items: ListedContact[] }) {
  const { t } = useTranslation('clients')
  const label = useLabel()
  const isWide = useMediaQuery('(min-width: 56em)', undefined, { getInitialValueInEffect: false })
  const birth = (person: ListedContact) => (person.birthDate ? dayText(person.birthDate) : '')
  if (!isWide)
    return (
      <ul className={classes.cards}>
        {items.map((person) => (
          <li key={person.id}>
            <Link to={`/people/${person.id}`} className={classes.card}>
              <strong>{nameOf(person)}</strong>
              {person.birthDate && <span>{t('list.born', { day: birth(person) })}</span>}
              <span>
                {[person.primaryPhone && phoneText(person.primaryPhone), person.city].filter(Boolean).join(' · ')}
              </span>
              {person.primaryPhone && person.callRefusal && <CallMark refusal={person.callRefusal} />}
            </Link>
          </li>
        ))}
      </ul>
    )
  return (
    <Card>
      <Table className={classes.table ?? ''} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('list.name')}</Table.Th>
            <Table.Th>{label('Birth date')}</Table.Th>
            <Table.Th>{t('list.phone')}</Table.Th>
            <Table.Th>{label('Email')}</Table.Th>
            <Table.Th>{label('City')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((person) => (
            <Table.Tr key={person.id}>
              <Table.Td>
                <Link to={`/people/${person.id}`} className={classes.name}>
                  {nameOf(person)}
                </Link>
              </Table.Td>
              <Table.Td>{birth(person)}</Table.Td>
              <Table.Td>
                {person.primaryPhone && <SafeCall number={person.primaryPhone} refusal={person.callRefusal} />}
              </Table.Td>
              <Table.Td>{person.email}</Table.Td>
              <Table.Td>{person.city}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

const Waiting = () => {
  const { t } = useTranslation()
  return (
    <output aria-label={t('shell.loading')} className={classes.cards}>
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} height={64} radius="lg" />
      ))}
    </output>
  )
}
