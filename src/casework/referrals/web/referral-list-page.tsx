import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconInbox, IconSearch, IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { needs } from '#directory/needs/need.ts'
import { api } from '#platform/web/api.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Select } from '#ui/select.tsx'
import type { ReferralInList } from '../referral-call.ts'
import { referralStatuses } from '../referral-machine.ts'
import { statusKey } from '../status-key.ts'
import classes from './referral-list-page.module.css'
import { ReferralRows } from './referral-rows.tsx'

interface Page {
  items: ReferralInList[]
  nextCursor: string | null
}
const names = ['direction', 'status', 'need', 'assigned', 'sort', 'contactId'] as const

/** The search of each visit, by history entry: going back restores it, and no URL or storage contains a name. */
const searches = new Map<string, string>()

type Filters = Partial<Record<(typeof names)[number] | 'search', string | undefined>>

/** The filters are in the URL, so that a list can be bookmarked, shared and returned to. Search words are not. */
function useFilters() {
  const [words, setWords] = useSearchParams()
  const { key } = useLocation()
  const [search, setSearch] = useState(() => searches.get(key))
  const [clears, setClears] = useState(0)
  // Changing a filter replaces the history entry; the search is carried over.
  if (search) searches.set(key, search)
  else searches.delete(key)
  const filters: Filters = {
    ...Object.fromEntries(names.map((name) => [name, words.get(name) ?? undefined])),
    search,
  }
  const set = (name: (typeof names)[number], value: string | null) => {
    // The URL is ahead of the screen: with two filters in quick succession, the first would be lost.
    const next = new URLSearchParams(location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setWords(next, { replace: true, preventScrollReset: true })
  }
  return {
    filters,
    set,
    setSearch,
    /** changes when the fields must be cleared */
    clears,
    clear: () => {
      setSearch(undefined)
      setClears((count) => count + 1)
      setWords(filters.direction ? { direction: filters.direction } : {}, { replace: true })
    },
  }
}

export function Screen() {
  const { t } = useTranslation('referrals')
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('list.title')} />
  return <Referrals />
}

function Referrals() {
  const { t } = useTranslation('referrals')
  const { filters, set, setSearch, clears, clear } = useFilters()
  const direction = filters.direction === 'outgoing' ? 'outgoing' : 'incoming'
  return (
    <>
      <PageHeading
        title={t('list.title')}
        action={
          <Button component={Link} to="/referrals/new" leftSection={<IconSend size={20} aria-hidden />}>
            {t('new.title')}
          </Button>
        }
      />
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('list.direction')}
          size="md"
          value={direction}
          onChange={(value) => set('direction', value)}
          data={[
            { value: 'incoming', label: t('list.incoming') },
            { value: 'outgoing', label: t('list.outgoing') },
          ]}
        />
        <FilterFields key={clears} filters={filters} set={set} setSearch={setSearch} />
      </div>
      {filters.contactId && (
        <p className={classes.onePerson}>
          {t('list.onePerson')}{' '}
          <Button variant="subtle" size="compact-md" onClick={() => set('contactId', null)}>
            {t('list.everybody')}
          </Button>
        </p>
      )}
      <Results filters={{ ...filters, direction }} clear={clear} />
    </>
  )
}

type Filtering = ReturnType<typeof useFilters>

function FilterFields({ filters, set, setSearch }: Pick<Filtering, 'filters' | 'set' | 'setSearch'>) {
  const { t } = useTranslation(['referrals', 'clients'])
  const search = useDebouncedCallback((text: string) => setSearch(text.trim() || undefined), 300)
  return (
    <>
      <TextInput
        className={classes.search}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        defaultValue={filters.search ?? ''}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Select
        aria-label={t('list.status')}
        placeholder={t('list.status')}
        clearable
        value={filters.status ?? null}
        onChange={(value) => set('status', value)}
        data={referralStatuses
          .filter((status) => status !== 'Entered In Error')
          .map((status) => ({ value: status, label: t(statusKey(status)) }))}
      />
      <Select
        aria-label={t('list.need')}
        placeholder={t('list.need')}
        clearable
        searchable
        value={filters.need ?? null}
        onChange={(value) => set('need', value)}
        data={needs.map((need) => ({ value: need, label: t(`needs:${need}`) }))}
      />
      <Select
        className={classes.sort}
        aria-label={t('list.sort')}
        value={filters.sort ?? 'newest'}
        onChange={(value) => set('sort', value)}
        allowDeselect={false}
        data={['newest', 'oldest'].map((value) => ({ value, label: t(`list.${value}`) }))}
      />
    </>
  )
}

function Results({ filters, clear }: { filters: Filtering['filters']; clear: () => void }) {
  const { t } = useTranslation('referrals')
  const list = useInfiniteQuery({
    queryKey: ['referral', 'list', filters],
    queryFn: ({ pageParam }) =>
      api.post<Page>('/api/referral/search', { ...filters, cursor: pageParam }, { quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
  if (list.isPending) return <Skeleton height={320} radius="lg" aria-label={t('loading')} />
  if (list.isError)
    return <EmptyState title={t('failed')} action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>} />
  const items = list.data.pages.flatMap((page) => page.items)
  const isFiltered = Object.entries(filters).some(([name, value]) => value && name !== 'direction' && name !== 'sort')
  if (items.length === 0)
    return isFiltered ? (
      <EmptyState
        icon={<IconSearch aria-hidden />}
        title={t('list.noneFound')}
        action={
          <Button variant="default" onClick={clear}>
            {t('list.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState icon={<IconInbox aria-hidden />} title={t(`list.empty.${filters.direction}`)}>
        {t(`list.emptyText.${filters.direction}`)}
      </EmptyState>
    )
  return (
    <>
      <ReferralRows items={items} />
      {list.hasNextPage && (
        <Button variant="default" mt="md" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
    </>
  )
}
