import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomBelow } from '#ui/room-below.ts'
import { notify } from '../notify.ts'
import classes from './lists.module.css'
import type { Selectable, Selection } from './use-selection.ts'

/** The result of a change of many rows. */
export interface BulkDone {
  /** identifies the change */
  key: string
  text: string
  canUndo: boolean
  /** how long it is shown */
  seconds: number
}
export interface BulkState {
  done: BulkDone | null
  isBusy: boolean
  undo: () => void
  forget: () => void
}

/** Actions for the selected rows, and for a while afterwards the result with an undo button. */
export function SelectionBar({
  selection,
  bulk,
  words,
  progress,
  whole,
  more,
  children,
}: {
  selection: Pick<Selection, 'targets' | 'clear'>
  /** none if no action changes rows */
  bulk?: BulkState
  words: { chosen: string; clear: string }
  /** what was done so far of a change that takes a while */
  progress?: string | null
  /** selects also what is not loaded */
  whole?: ReactNode
  /** beside the undo button */
  more?: ReactNode
  /** the actions */
  children: ReactNode
}) {
  const count = selection.targets.length
  const bar = useRef<HTMLDivElement>(null)
  useRoomBelow(bar)
  useRowFocus(count > 0)
  return (
    <div ref={bar} className={classes.bulk}>
      <VisuallyHidden role="status">{count > 0 && words.chosen}</VisuallyHidden>
      {count > 0 && (
        <section className={classes.chosen} aria-label={words.chosen}>
          <div className={classes.line}>
            <strong>{words.chosen}</strong>
            <Button variant="subtle" onClick={selection.clear}>
              {words.clear}
            </Button>
            {whole}
          </div>
          <div className={classes.line}>{children}</div>
        </section>
      )}
      <div role="status">{progress && <p className={classes.undo}>{progress}</p>}</div>
      <div role="status">
        {bulk?.done && (
          <Undo key={bulk.done.key} done={bulk.done} bulk={bulk}>
            {more}
          </Undo>
        )}
      </div>
    </div>
  )
}

/** If the focused button disappears with the bar, the focus returns to the current row. */
function useRowFocus(isChosen: boolean) {
  const wasChosen = useRef(false)
  useEffect(() => {
    if (wasChosen.current && !isChosen && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-current] [data-view]')?.focus({ preventScroll: true })
    wasChosen.current = isChosen
  }, [isChosen])
}

/** Also selects rows that are not loaded; shows their number first. */
export function SelectWhole({
  selection,
  query,
  words,
}: {
  selection: Pick<Selection, 'targets' | 'takeWhole'>
  /** all rows that match the filters; asked again for each selection */
  query: {
    queryKey: QueryKey
    queryFn: () => Promise<{ rows: Selectable[]; hasMore: boolean }>
  }
  words: (count: number, hasMore: boolean) => string
}) {
  const { t } = useTranslation('platform')
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  // Never from the cache, also if the last selection has only just been cleared.
  const { data } = useQuery({ ...query, gcTime: 0, staleTime: 0 })
  if (!data || data.rows.length <= selection.targets.length) return null
  const take = async () => {
    setBusy(true)
    const now = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
    setBusy(false)
    if (now) selection.takeWhole(now.rows)
    else notify(t('notice.wentWrong'), 'bad')
  }
  return (
    <Button variant="subtle" loading={isBusy} onClick={take}>
      {words(data.rows.length, data.hasMore)}
    </Button>
  )
}

/** Closes automatically, but not while the pointer or the focus is on it. */
function Undo({ done, bulk, children }: { done: BulkDone; bulk: BulkState; children: ReactNode }) {
  const { t } = useTranslation('platform')
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
          {t('lists.undo')}
        </Button>
      )}
      {children}
    </div>
  )
}
