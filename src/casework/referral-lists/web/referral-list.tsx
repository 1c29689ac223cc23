import { Button, Skeleton } from '@mantine/core'
import { IconInbox, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ReferralInList } from '#casework/referrals/referral-call.ts'
import { FreshRows } from '#platform/web/lists/fresh-rows.tsx'
import { KeysHint } from '#platform/web/lists/key-card.tsx'
import { rowKeys } from '#platform/web/lists/row-keys.ts'
import { useKeysSwitch, useListKeys } from '#platform/web/lists/use-list-keys.ts'
import { useLiveList } from '#platform/web/lists/use-live-list.ts'
import { useLoadMore } from '#platform/web/lists/use-load-more.ts'
import { useSelection } from '#platform/web/lists/use-selection.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MOST_AT_ONCE } from '../bulk-call.ts'
import { actionsFor, type OfferedAction } from './bulk-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { FailedDialog } from './failed-dialog.tsx'
import { actionKeys, ReferralKeys } from './referral-keys.tsx'
import { liveReferrals, referralList } from './referral-list-calls.ts'
import { ReferralRows } from './referral-rows.tsx'
import { useBulk } from './use-bulk.ts'
import { isFiltered, type ReferralFilters } from './use-referral-filters.ts'

const none: ReferralInList[] = []

/** The referrals that match the filters, or the empty state. */
export function ReferralList({ filters, clear }: { filters: ReferralFilters; clear: () => void }) {
  const { t } = useTranslation(['referrals', 'referral-lists'])
  const list = useInfiniteQuery({ ...referralList(filters), placeholderData: keepPreviousData })
  const items = list.data?.pages.flatMap((page) => page.items) ?? none
  const work = useWork(items, filters)
  const loadMore = useLoadMore(list)
  if (list.isPending) return <Skeleton height={320} radius="lg" aria-label={t('loading')} />
  if (list.isError && !list.data)
    return <EmptyState title={t('failed')} action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>} />
  return (
    <>
      <FreshRows live={work.live} words={(count) => t('referral-lists:fresh', { count })} />
      {items.length > 0 ? (
        <ReferralRows items={items} selection={work.selection} hasMore={list.hasNextPage} onNearEnd={loadMore} />
      ) : (
        <Nothing filters={filters} clear={clear} />
      )}
      {list.isFetchNextPageError && (
        <Button variant="default" mt="md" onClick={() => list.fetchNextPage()}>
          {t('retry')}
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

/** Selecting rows, taking their steps, and the keyboard shortcuts for both. */
function useWork(items: ReferralInList[], filters: ReferralFilters) {
  const navigate = useNavigate()
  const live = useLiveList(liveReferrals, filters)
  const selection = useSelection(items, JSON.stringify(filters), MOST_AT_ONCE)
  const bulk = useBulk({ during: live.during, onDone: selection.settle })
  const keys = useKeysSwitch()
  const [asked, setAsked] = useState<Exclude<OfferedAction, 'view'> | null>(null)
  const [isCardOpen, setCardOpen] = useState(false)
  const { rows } = selection
  const here = items[selection.current]
  // The selected rows, or the current row.
  const targets = selection.targets.length > 0 ? selection.targets : here ? [here] : []
  const isWhole = selection.targets.length > rows.length
  const actions = actionsFor(filters.direction, rows.length > 0 || !here ? rows : [here], isWhole)
  const ask = (action: OfferedAction) => {
    if (action !== 'view') return setAsked(action)
    void bulk.run(targets, { action })
  }
  useListKeys(
    {
      ...rowKeys(items, selection, (id) => navigate(`/referrals/${id}`)),
      n: () => navigate('/referrals/new'),
      u: bulk.done?.canUndo ? bulk.undo : undefined,
      '?': () => setCardOpen(true),
      ...Object.fromEntries(
        actions.map(({ action, isPossible }) => [
          actionKeys[action],
          isPossible && targets.length > 0 ? () => ask(action) : undefined,
        ]),
      ),
    },
    keys.isOn,
  )
  const dialogs = (
    <>
      <KeysHint onOpen={() => setCardOpen(true)} />
      {asked && targets.length > 0 && (
        <BulkDialog
          action={asked}
          count={targets.length}
          direction={filters.direction}
          isBusy={bulk.isBusy}
          onAct={(act) => bulk.run(targets, act, () => setAsked(null))}
          onClose={() => setAsked(null)}
        />
      )}
      {bulk.failed.length > 0 && (
        <FailedDialog failed={bulk.failed} direction={filters.direction} onClose={bulk.closeFailed} />
      )}
      {isCardOpen && (
        <ReferralKeys
          actions={actions.map(({ action }) => action)}
          isOn={keys.isOn}
          onTurn={keys.turn}
          onClose={() => setCardOpen(false)}
        />
      )}
    </>
  )
  return { live, selection, bulk, ask, dialogs }
}

function Nothing({ filters, clear }: { filters: ReferralFilters; clear: () => void }) {
  const { t } = useTranslation('referrals')
  return isFiltered(filters) ? (
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
}
