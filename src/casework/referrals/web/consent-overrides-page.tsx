import { Button, Skeleton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ConsentOverride } from '../consent-override.ts'
import classes from './consent-overrides.module.css'

interface Page {
  items: ConsentOverride[]
  nextCursor: string | null
}
const columns = ['sender', 'recipient', 'reason', 'sentBy', 'sentOn'] as const

/** /admin/consentOverrides: what was shared without a recorded consent, for the network. */
export function Screen() {
  const { t } = useTranslation('referrals')
  if (!userHasRole(knownUser(), 'platform-admin')) return <EmptyState title={t('overrides.notYours')} />
  return (
    <>
      <PageHeading title={t('overrides.title')} lead={t('overrides.lead')} />
      <Overrides />
    </>
  )
}

function Overrides() {
  const { t } = useTranslation('referrals')
  const list = useInfiniteQuery({
    queryKey: ['referral', 'overrides'],
    queryFn: ({ pageParam }) =>
      api.get<Page>('/api/admin/consentOverride', { query: { cursor: pageParam }, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  if (list.isPending) return <Skeleton height={320} radius="lg" aria-label={t('loading')} />
  if (list.isError)
    return <EmptyState title={t('failed')} action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>} />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <EmptyState icon={<IconShieldCheck aria-hidden />} title={t('overrides.none')}>
        {t('overrides.noneText')}
      </EmptyState>
    )
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`overrides.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row" data-label={t('overrides.sender')}>
                {item.referringOrganization.name}
              </th>
              <td data-label={t('overrides.recipient')}>{shownName(item.referredToOrganization.name)}</td>
              <td data-label={t('overrides.reason')}>{t(`overrideReason.${item.reason}`)}</td>
              <td data-label={t('overrides.sentBy')}>{item.sentBy ?? t('overrides.nobody')}</td>
              <td data-label={t('overrides.sentOn')}>
                <time dateTime={item.sentOn} title={timeInWords(item.sentOn)}>
                  {dayText(item.sentOn)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton mt="md" list={list}>
        {t('list.more')}
      </MoreButton>
    </>
  )
}
