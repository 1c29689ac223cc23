import { Button, Skeleton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '#platform/web/api.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ErasureProposal, ErasureProposalPage } from '../erasure.ts'
import classes from './access-log.module.css'
import { proposalCount } from './inactive-notice.tsx'

/** People without activity for longer than the retention time: erase from their page, or keep here. */
export function Screen() {
  const { t } = useTranslation('person-rights')
  const { data: counted } = useQuery(proposalCount)
  const list = useInfiniteQuery({
    queryKey: ['erasure-proposal', 'list'],
    queryFn: ({ pageParam }) =>
      api.get<ErasureProposalPage>('/api/erasureProposal', { query: { cursor: pageParam, limit: 25 }, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeading title={t('inactive.title')} lead={t('inactive.lead')} />
      {list.isPending && <Skeleton height={240} radius="lg" />}
      {list.isError && (
        <EmptyState
          title={t('inactive.failed')}
          action={<Button onClick={() => list.refetch()}>{t('inactive.retry')}</Button>}
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState icon={<IconUsers aria-hidden />} title={t('inactive.empty')}>
          {counted && t('inactive.emptyText', { months: counted.months })}
        </EmptyState>
      )}
      {items.length > 0 && (
        <Card>
          <ul className={classes.rows}>
            {items.map((item) => (
              <Row key={item.contactId} item={item} />
            ))}
          </ul>
          <MoreButton list={list}>{t('inactive.more')}</MoreButton>
        </Card>
      )}
    </>
  )
}

function Row({ item: { contactId, name, lastActivityOn, erasedOn } }: { item: ErasureProposal }) {
  const { t } = useTranslation('person-rights')
  const keep = useMutation({
    mutationFn: () => api.post(`/api/erasureProposal/${contactId}/keep`),
    onSuccess: () => {
      notify(t('inactive.kept'))
      return queryClient.invalidateQueries({ queryKey: ['erasure-proposal'] })
    },
  })
  return (
    <li className={classes.row}>
      <div>
        <Link to={`/people/${contactId}`}>{name}</Link>
        <p className={classes.soft}>{t('inactive.last', { day: dayText(lastActivityOn) })}</p>
        {erasedOn && <p className={classes.soft}>{t('inactive.erasedOn', { day: dayText(erasedOn) })}</p>}
      </div>
      <Button
        variant="default"
        aria-label={t('inactive.keepNamed', { name })}
        loading={keep.isPending}
        onClick={() => keep.mutate()}
      >
        {t('inactive.keep')}
      </Button>
    </li>
  )
}
