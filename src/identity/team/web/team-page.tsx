import { Button, Skeleton, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { MoreButton } from '#platform/web/more-button.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { useSearchWords } from '#platform/web/use-search-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Select } from '#ui/select.tsx'
import { accountFilters } from '../portal-account.ts'
import { AccountList } from './account-list.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { JoinRequestList } from './join-request-list.tsx'
import { SignInRuleCard } from './sign-in-rule-card.tsx'
import classes from './team.module.css'
import { accountList, invitationList } from './team-calls.ts'

const INVITED = 'invited'

/** The people of one's organization; on the platform admin's path, all accounts. */
export function Screen() {
  const { t } = useTranslation('team')
  const isPlatform = useLocation().pathname.startsWith('/admin')
  if (!userHasRole(knownUser(), isPlatform ? 'platform-admin' : 'organization-admin'))
    return <EmptyState icon={<IconUsersGroup aria-hidden="true" />} title={t('list.notYours')} />
  return <Team isPlatform={isPlatform} />
}

function Team({ isPlatform }: { isPlatform: boolean }) {
  const { t } = useTranslation('team')
  const [query, setQuery] = useSearchParams()
  const [isInviting, setInviting] = useState(false)
  const search = query.get('search') ?? ''
  const show = query.get('show') ?? ''
  const filter = accountFilters.find((f) => f === show) ?? ''
  const people = useInfiniteQuery({ ...accountList(search, filter), enabled: show !== INVITED })
  const invitations = useInfiniteQuery(invitationList(search))
  const accounts = show === INVITED ? [] : (people.data?.pages.flatMap((page) => page.items) ?? [])
  const invited = filter ? [] : (invitations.data?.pages.flatMap((page) => page.items) ?? [])
  const isLoading = show === INVITED ? invitations.isPending : people.isPending
  // A filter shows one list, and everybody is in both.
  const failed = [
    ...(show !== INVITED && people.isError && accounts.length === 0 ? [people] : []),
    ...(!filter && invitations.isError && !invitations.data ? [invitations] : []),
  ]
  const found = accounts.length + invited.length
  const ask = (change: Record<string, string>) => {
    // The URL is ahead of the screen if two filters are selected in quick succession.
    const now = Object.fromEntries(new URLSearchParams(window.location.search))
    const next = Object.entries({ ...now, ...change }).filter(([, value]) => value)
    setQuery(Object.fromEntries(next), { replace: true, preventScrollReset: true })
  }
  const inviteButton = (
    <Button leftSection={<IconUserPlus aria-hidden="true" size={20} />} onClick={() => setInviting(true)}>
      {t('invite.open')}
    </Button>
  )
  return (
    <>
      <PageHeading
        title={t(isPlatform ? 'list.allTitle' : 'list.title')}
        lead={t(isPlatform ? 'list.allLead' : 'list.lead')}
        action={inviteButton}
      />
      <div className={classes.requests}>{!isPlatform && <JoinRequestList />}</div>
      <Filters search={search} show={show} onAsk={ask} />
      <VisuallyHidden role="status">{isLoading || !search ? '' : t('list.found', { count: found })}</VisuallyHidden>
      <div className={classes.stack}>
        {invited.length > 0 && <InvitationList invitations={invited} isPlatform={isPlatform} />}
        {!filter && invitations.hasNextPage && (
          <div className={classes.more}>
            <MoreButton list={invitations}>{t('invite.more')}</MoreButton>
          </div>
        )}
        {isLoading && [1, 2, 3].map((line) => <Skeleton key={line} height={72} radius="lg" />)}
        {failed.length > 0 && (
          <EmptyState
            title={t('list.failed')}
            action={<Button onClick={() => failed.forEach((list) => void list.refetch())}>{t('list.retry')}</Button>}
          />
        )}
        {accounts.length > 0 && <AccountList accounts={accounts} isPlatform={isPlatform} />}
        {!isLoading && failed.length === 0 && found === 0 && (
          <EmptyState icon={<IconSearch aria-hidden="true" />} title={t('list.noneFound')} action={inviteButton}>
            {t('list.noneFoundText')}
          </EmptyState>
        )}
        {show !== INVITED && people.hasNextPage && (
          <div className={classes.more}>
            <MoreButton list={people}>{t('list.more')}</MoreButton>
          </div>
        )}
        {!isPlatform && <SignInRuleCard />}
      </div>
      {isInviting && <InviteDialog isPlatform={isPlatform} onClose={() => setInviting(false)} />}
    </>
  )
}

/** The search is in the URL, so that going back restores it. */
function Filters({
  search,
  show,
  onAsk,
}: {
  search: string
  show: string
  onAsk: (change: Record<string, string>) => void
}) {
  const { t } = useTranslation('team')
  const { typed, type } = useSearchWords(search, (words) => onAsk({ search: words }))
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        label={t('list.search')}
        leftSection={<IconSearch aria-hidden="true" size={20} />}
        maxLength={100}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        label={t('list.show')}
        data={['', 'active', INVITED, 'change-pending', 'waiting', 'deactivated'].map((value) => ({
          value: value || 'all',
          label: t(`list.filter.${value || 'all'}`),
        }))}
        value={show || 'all'}
        allowDeselect={false}
        onChange={(value) => onAsk({ show: value === 'all' ? '' : (value ?? '') })}
      />
    </div>
  )
}
