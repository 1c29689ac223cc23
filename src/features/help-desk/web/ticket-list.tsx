import { Button, Skeleton } from '@mantine/core'
import { IconSearch, IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'
import { ticketList } from './ticket-calls.ts'
import { countFilters, type useTicketAddress } from './ticket-filters.ts'
import { TicketRows } from './ticket-rows.tsx'

type Address = ReturnType<typeof useTicketAddress>

/** The tickets that the filters leave, or what to do when there are none. */
export function TicketList({ address }: { address: Address }) {
  const { t } = useTranslation('help-desk')
  const { filters, apply } = address
  const list = useInfiniteQuery({ ...ticketList(filters), placeholderData: keepPreviousData })
  if (list.isPending) return <Skeleton height={320} radius="lg" aria-label={t('page.loading')} />
  if (list.isError && !list.data)
    return (
      <EmptyState title={t('page.failed')} action={<Button onClick={() => list.refetch()}>{t('page.retry')}</Button>} />
    )
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length > 0)
    return (
      <>
        <TicketRows items={items} address={address} />
        {list.hasNextPage && (
          <Button variant="default" mt="md" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {t('page.more')}
          </Button>
        )}
      </>
    )
  return countFilters(filters) > 0 || filters.ticketNumber ? (
    <EmptyState
      icon={<IconSearch aria-hidden />}
      title={t('page.noneFound')}
      action={
        <Button variant="default" onClick={() => apply({})}>
          {t('filter.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<IconTicket aria-hidden />} title={t('page.empty')}>
      {t('page.emptyText')}
    </EmptyState>
  )
}
