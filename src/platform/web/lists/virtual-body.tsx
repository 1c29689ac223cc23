import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type RowHeights, useRowWindow } from './use-row-window.ts'

/** The next page is requested this many rows before the last one. */
const NEAR_END = 15

/**
 * The body of a table of which only the visible rows are rendered; on a phone its rows may be cards. A row sets
 * `data-index` and `data-current`, and its action to open it `data-view`.
 */
export function VirtualBody<Item extends { id: string }>({
  items,
  current,
  isCards,
  heights,
  columns,
  hasMore,
  onNearEnd,
  children,
}: {
  items: Item[]
  /** the row of the keyboard */
  current: number
  isCards: boolean
  heights: RowHeights
  columns: number
  /** whether more can be loaded, and how */
  hasMore: boolean
  onNearEnd: () => void
  /** renders a row; `measure` is its ref */
  children: (item: Item, index: number, measure: (element: HTMLElement | null) => void) => ReactNode
}) {
  const window = useRowWindow(
    items.map(({ id }) => id),
    current,
    isCards,
    heights,
  )
  const last = window.drawn.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= items.length - NEAR_END) onNearEnd()
  }, [hasMore, last, items.length, onNearEnd])
  const currentId = items[current]?.id
  // Scrolls the current row into view, and focuses its action.
  useEffect(() => {
    if (!currentId) return
    const action = () => document.querySelector<HTMLElement>(`[data-view="${currentId}"]`)
    const row = action()?.closest('tr')
    if (!row || row.contains(document.activeElement)) return
    action()?.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <tbody ref={window.body}>
      {window.drawn.map(({ index, before }) => {
        const item = items[index]
        return item ? (
          <Fragment key={item.id}>
            {before > 0 && <Gap height={before} columns={columns} />}
            {children(item, index, window.measure)}
          </Fragment>
        ) : null
      })}
      {window.after > 0 && <Gap height={window.after} columns={columns} />}
    </tbody>
  )
}

/** A placeholder for the rows that are not rendered. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden data-gap>
    <td colSpan={columns} style={{ height }} />
  </tr>
)

export interface RowActs {
  choose: (id: string, isRange?: boolean) => void
  view: (id: string) => void
  /** the focus or the pointer entered the row */
  reach: (index: number) => void
}
/** A stable object whose functions call those of the latest render, so that rows are not rendered again. */
export function useRowActs(newest: RowActs): RowActs {
  const now = useRef(newest)
  now.current = newest
  const [stable] = useState<RowActs>(() => ({
    choose: (id, isRange) => now.current.choose(id, isRange),
    view: (id) => now.current.view(id),
    reach: (index) => now.current.reach(index),
  }))
  return stable
}

/** Not on a control of the row, and not after selecting its text. */
const isOnRowItself = ({ target }: MouseEvent<HTMLElement>) =>
  !(target as Element).closest('a, button, input, label') && (getSelection()?.isCollapsed ?? true)

interface RowState {
  id: string
  index: number
  isChosen: boolean
  isCurrent: boolean
  acts: RowActs
  /** of {@link VirtualBody} */
  measure: (element: HTMLElement | null) => void
}

/** The attributes of a row's element. A click beside its controls opens the row. */
export const rowAttributes = ({ id, index, isChosen, isCurrent, acts, measure }: RowState) => ({
  ref: measure,
  'data-index': index,
  onFocus: () => acts.reach(index),
  onClick: (event: MouseEvent<HTMLElement>) => isOnRowItself(event) && acts.view(id),
  // The table's head is the first row.
  'aria-rowindex': index + 2,
  'data-chosen': isChosen || undefined,
  'data-current': isCurrent || undefined,
})
