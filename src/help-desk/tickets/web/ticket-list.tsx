import { Button, Skeleton } from '@mantine/core'
import { IconSearch, IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FreshRows } from '#platform/web/lists/fresh-rows.tsx'
import { KeysHint } from '#platform/web/lists/key-card.tsx'
import { rowKeys } from '#platform/web/lists/row-keys.ts'
import { useKeysSwitch, useListKeys } from '#platform/web/lists/use-list-keys.ts'
import { useLiveList } from '#platform/web/lists/use-live-list.ts'
import { useLoadMore } from '#platform/web/lists/use-load-more.ts'
import { useSelection } from '#platform/web/lists/use-selection.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MOST_SELECTED } from '../bulk-change.ts'
import { MOST_DUPLICATES } from '../merging.ts'
import type { SupportRequestInList } from '../support-request-call.ts'
import { MergeDialog } from './merging/merge-dialog.tsx'
import { liveTickets, ticketList } from './ticket-calls.ts'
import { countFilters, type useTicketAddress } from './ticket-filters.ts'
import { TicketRows } from './ticket-rows.tsx'
import { BulkBar } from './working/bulk-bar.tsx'
import { BulkChoice } from './working/bulk-choice.tsx'
import { TicketKeys } from './working/ticket-keys.tsx'
import { useBulk } from './working/use-bulk.ts'
import { isAgent } from './working/working-calls.ts'

interface Props {
  address: ReturnType<typeof useTicketAddress>
  onNew: () => void
}
const none: SupportRequestInList[] = []

/** The tickets that match the filters, or the empty state. */
export function TicketList({ address, onNew }: Props) {
  const { t } = useTranslation('tickets')
  const { filters, apply } = address
  const list = useInfiniteQuery({ ...ticketList(filters), placeholderData: keepPreviousData })
  const items = list.data?.pages.flatMap((page) => page.items) ?? none
  const work = useWork(items, address, onNew)
  const loadMore = useLoadMore(list)
  if (list.isPending) return <Skeleton height={320} radius="lg" aria-label={t('page.loading')} />
  if (list.isError && !list.data)
    return (
      <EmptyState title={t('page.failed')} action={<Button onClick={() => list.refetch()}>{t('page.retry')}</Button>} />
    )
  return (
    <>
      <FreshRows live={work.live} words={(count) => t('work.fresh', { count })} />
      {items.length > 0 ? (
        <TicketRows
          items={items}
          address={address}
          selection={work.selection}
          hasMore={list.hasNextPage}
          onNearEnd={loadMore}
        />
      ) : (
        <Nothing
          isNarrowed={
            countFilters(filters) > 0 || Boolean(filters.ticketNumber ?? filters.assignee ?? filters.needsAnswer)
          }
          onAll={() => apply(() => ({}))}
        />
      )}
      {list.isFetchNextPageError && (
        <Button variant="default" mt="md" onClick={() => list.fetchNextPage()}>
          {t('page.retry')}
        </Button>
      )}
      <BulkBar
        selection={work.selection}
        bulk={work.bulk}
        filters={filters}
        hasMore={list.hasNextPage}
        onAsk={work.ask}
      />
      {work.dialogs}
    </>
  )
}

/** Selecting rows, changing them, and the keyboard shortcuts for both. */
function useWork(items: SupportRequestInList[], address: Props['address'], onNew: () => void) {
  const live = useLiveList(liveTickets, address.filters)
  const selection = useSelection(items, JSON.stringify(address.filters), MOST_SELECTED)
  const bulk = useBulk({ during: live.during, onDone: selection.settle })
  const keys = useKeysSwitch()
  const [asked, ask] = useState<'status' | 'assignee' | 'merge' | null>(null)
  const [isCardOpen, setCardOpen] = useState(false)
  const { rows: tickets } = selection
  const here = items[selection.current]
  // The selected rows, or the current row.
  const targets = selection.targets.length > 0 ? selection.targets : here ? [here] : []
  // Merging needs data of the tickets that is not loaded for all selected ones.
  const merging = tickets.length < selection.targets.length ? [] : tickets.length > 0 ? tickets : here ? [here] : []
  const askFor = (kind: 'status' | 'assignee' | 'merge') => (targets.length > 0 ? () => ask(kind) : undefined)
  useListKeys(
    {
      ...rowKeys(items, selection, address.view),
      n: onNew,
      s: askFor('status'),
      a: isAgent() ? askFor('assignee') : undefined,
      m: isAgent() && targets.length <= MOST_DUPLICATES + 1 ? askFor('merge') : undefined,
      u: bulk.done?.canUndo ? bulk.undo : undefined,
      '?': () => setCardOpen(true),
    },
    keys.isOn,
  )
  const dialogs = (
    <>
      <KeysHint onOpen={() => setCardOpen(true)} />
      {asked === 'merge' && (
        <MergeDialog
          tickets={merging}
          onMerged={(merged) => {
            ask(null)
            void bulk.takeIn(merged)
          }}
          onClose={() => ask(null)}
        />
      )}
      {asked && asked !== 'merge' && targets.length > 0 && (
        <BulkChoice
          kind={asked}
          count={targets.length}
          onChoose={(change) => bulk.run(targets, change)}
          onClose={() => ask(null)}
        />
      )}
      {isCardOpen && <TicketKeys isOn={keys.isOn} onTurn={keys.turn} onClose={() => setCardOpen(false)} />}
    </>
  )
  return { live, selection, bulk, ask, dialogs }
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  const { t } = useTranslation('tickets')
  return isNarrowed ? (
    <EmptyState
      icon={<IconSearch aria-hidden />}
      title={t('page.noneFound')}
      action={
        <Button variant="default" onClick={onAll}>
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
