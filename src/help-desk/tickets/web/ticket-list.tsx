import { Button, Skeleton } from '@mantine/core'
import { IconArrowUp, IconSearch, IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'
import { MOST_DUPLICATES } from '../merging.ts'
import type { SupportRequestInList } from '../support-request-call.ts'
import { MergeDialog } from './merging/merge-dialog.tsx'
import { ticketList } from './ticket-calls.ts'
import { countFilters, type useTicketAddress } from './ticket-filters.ts'
import { TicketRows } from './ticket-rows.tsx'
import { BulkBar } from './working/bulk-bar.tsx'
import { BulkChoice } from './working/bulk-choice.tsx'
import { KeyCard } from './working/key-card.tsx'
import { useBulk } from './working/use-bulk.ts'
import { useLiveList } from './working/use-live-list.ts'
import { useSelection } from './working/use-selection.ts'
import { useKeysSwitch, useTicketKeys } from './working/use-ticket-keys.ts'
import classes from './working/working.module.css'
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
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  if (list.isPending) return <Skeleton height={320} radius="lg" aria-label={t('page.loading')} />
  if (list.isError && !list.data)
    return (
      <EmptyState title={t('page.failed')} action={<Button onClick={() => list.refetch()}>{t('page.retry')}</Button>} />
    )
  return (
    <>
      <Waiting live={work.live} />
      {items.length > 0 ? (
        <TicketRows
          items={items}
          address={address}
          selection={work.selection}
          hasMore={hasNextPage}
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
        <Button variant="default" mt="md" onClick={loadMore}>
          {t('page.retry')}
        </Button>
      )}
      <BulkBar selection={work.selection} bulk={work.bulk} filters={filters} hasMore={hasNextPage} onAsk={work.ask} />
      {work.dialogs}
    </>
  )
}

/** Selecting rows, changing them, and the keyboard shortcuts for both. */
function useWork(items: SupportRequestInList[], address: Props['address'], onNew: () => void) {
  const live = useLiveList(address.filters)
  const selection = useSelection(items, JSON.stringify(address.filters))
  const bulk = useBulk({ during: live.during, onDone: selection.keep })
  const keys = useKeysSwitch()
  const [asked, ask] = useState<'status' | 'assignee' | 'merge' | null>(null)
  const [isCardOpen, setCardOpen] = useState(false)
  const { current, setCurrent, tickets } = selection
  useRowFocus(selection.targets.length > 0)
  const here = items[current]
  // The selected rows, or the current row.
  const targets = selection.targets.length > 0 ? selection.targets : here ? [here] : []
  // Merging needs data of the tickets that is not loaded for all selected ones.
  const merging = tickets.length < selection.targets.length ? [] : tickets.length > 0 ? tickets : here ? [here] : []
  const open = here && (() => address.view(here.id))
  const askFor = (kind: 'status' | 'assignee' | 'merge') => (targets.length > 0 ? () => ask(kind) : undefined)
  useTicketKeys(
    {
      j: () => setCurrent(Math.min(items.length - 1, current + 1)),
      k: () => setCurrent(Math.max(0, current - 1)),
      o: open,
      Enter: open,
      n: onNew,
      '/': () => document.querySelector<HTMLElement>('[data-ticket-search]')?.focus(),
      x: here && (() => selection.toggle(here.id)),
      X: here && (() => selection.toggle(here.id, true)),
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
      {isCardOpen && <KeyCard isOn={keys.isOn} onTurn={keys.turn} onClose={() => setCardOpen(false)} />}
    </>
  )
  return { live, selection, bulk, ask, dialogs }
}

/** If the focused button disappears with the selection bar, the focus returns to the current row. */
function useRowFocus(isChosen: boolean) {
  const wasChosen = useRef(false)
  useEffect(() => {
    if (wasChosen.current && !isChosen && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-current] [data-view]')?.focus({ preventScroll: true })
    wasChosen.current = isChosen
  }, [isChosen])
}

function KeysHint({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('tickets')
  return (
    <p className={classes.keysHint}>
      <Button variant="subtle" onClick={onOpen}>
        {t('work.keys.title')}
      </Button>
    </p>
  )
}

/** Tickets that appeared or disappeared while the reader was in the middle of the list. */
function Waiting({ live: { fresh, gone, showAll } }: { live: ReturnType<typeof useLiveList> }) {
  const { t } = useTranslation('tickets')
  return (
    <div role="status" className={classes.waiting}>
      {fresh + gone > 0 && (
        <Button radius="xl" leftSection={<IconArrowUp size={18} aria-hidden />} onClick={showAll}>
          {fresh > 0 ? t('work.fresh', { count: fresh }) : t('work.changed')}
        </Button>
      )}
    </div>
  )
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
