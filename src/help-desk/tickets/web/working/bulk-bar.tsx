import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconArrowMerge, IconUserCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { useRoomBelow } from '#ui/room-below.ts'
import { MOST_DUPLICATES } from '../../merging.ts'
import type { TicketFilters } from '../ticket-filters.ts'
import type { Bulk, Done } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'
import classes from './working.module.css'
import { isAgent, ticketSelection } from './working-calls.ts'

/** Actions for the selected rows, and for a while afterwards the result with an undo button. */
export function BulkBar({
  selection,
  bulk,
  filters,
  hasMore,
  onAsk,
}: {
  selection: Selection
  bulk: Bulk
  filters: TicketFilters
  /** whether the list has more tickets than are loaded */
  hasMore: boolean
  onAsk: (kind: 'status' | 'assignee' | 'merge') => void
}) {
  const { t } = useTranslation('tickets')
  const count = selection.targets.length
  const bar = useRef<HTMLDivElement>(null)
  useRoomBelow(bar)
  return (
    <div ref={bar} className={classes.bulk}>
      <VisuallyHidden role="status">{count > 0 && t('work.chosen', { count })}</VisuallyHidden>
      {count > 0 && (
        <section className={classes.chosen} aria-label={t('work.chosen', { count })}>
          <strong>{t('work.chosen', { count })}</strong>
          <Button variant="subtle" onClick={selection.clear}>
            {t('work.clear')}
          </Button>
          {!selection.isWhole && (hasMore || !selection.isAll) && (
            <SelectWhole selection={selection} filters={filters} />
          )}
          <Button variant="default" loading={bulk.isBusy} onClick={() => onAsk('status')}>
            {t('work.changeStatus')}
          </Button>
          {isAgent() && (
            <Button
              variant="default"
              loading={bulk.isBusy}
              leftSection={<IconUserCheck size={18} aria-hidden />}
              onClick={() => onAsk('assignee')}
            >
              {t('work.assignTo')}
            </Button>
          )}
          {isAgent() && count <= MOST_DUPLICATES + 1 && count === selection.tickets.length && (
            <Button
              variant="default"
              loading={bulk.isBusy}
              leftSection={<IconArrowMerge size={18} aria-hidden />}
              onClick={() => onAsk('merge')}
            >
              {t('merge.open')}
            </Button>
          )}
        </section>
      )}
      <div role="status">{bulk.progress && <p className={classes.undo}>{t('work.progress', bulk.progress)}</p>}</div>
      <div role="status">{bulk.done && <Undo key={bulk.done.key} done={bulk.done} bulk={bulk} />}</div>
    </div>
  )
}

/** Also selects tickets that are not loaded; shows their number first. */
function SelectWhole({ selection, filters }: { selection: Selection; filters: TicketFilters }) {
  const { t } = useTranslation(['tickets', 'platform'])
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const { data } = useQuery(ticketSelection(filters))
  if (!data || data.tickets.length <= selection.targets.length) return null
  const take = async () => {
    setBusy(true)
    const now = await client.fetchQuery({ ...ticketSelection(filters), staleTime: 0 }).catch(() => undefined)
    setBusy(false)
    if (now) selection.takeWhole(now)
    else notify(t('platform:notice.wentWrong'), 'bad')
  }
  return (
    <Button variant="subtle" loading={isBusy} onClick={take}>
      {t(data.hasMore ? 'work.chooseFirst' : 'work.chooseWhole', { count: data.tickets.length })}
    </Button>
  )
}

/** Closes automatically, but not while the pointer or the focus is on it. */
function Undo({ done, bulk }: { done: Done; bulk: Bulk }) {
  const { t } = useTranslation('tickets')
  const [isHeld, setHeld] = useState(false)
  const { forget } = bulk
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same change keeps its time
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(forget, done.seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, done.key])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there
    <div
      className={classes.undo}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{done.text}</span>
      {done.canUndo && (
        <Button
          variant="default"
          loading={bulk.isBusy}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={bulk.undo}
        >
          {t('work.undo')}
        </Button>
      )}
    </div>
  )
}
