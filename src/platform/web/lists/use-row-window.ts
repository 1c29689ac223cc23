import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How high a row and a card usually are, and the space between cards. */
export interface RowHeights {
  row: number
  card: number
  cardGap: number
}

/**
 * Which rows of a long list are rendered: the visible ones, a few around them, and the current row of the keyboard,
 * wherever the page is scrolled to.
 */
export function useRowWindow(ids: string[], current: number, isCards: boolean, heights: RowHeights) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [above, setAbove] = useState(0)
  // The content above the list can change its height at any time, and the page with it. Measuring on every render
  // instead would force the browser to lay out the page again each time.
  useLayoutEffect(() => {
    const look = () => {
      const top = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
      setAbove((before) => (Math.abs(top - before) > 1 ? top : before))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return current < 0 || shown.includes(current) ? shown : [...shown, current].sort((a, b) => a - b)
    },
    [current],
  )
  const rows = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => (isCards ? heights.card : heights.row),
    gap: isCards ? heights.cardGap : 0,
    overscan: 8,
    scrollMargin: above,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and cards have other heights
  useEffect(() => rows.measure(), [isCards])

  /** The rows to render, each with the empty height before it, and the height after the last. */
  const items = rows.getVirtualItems()
  let end = above
  const drawn = items.map((item) => {
    const before = item.start - end
    end = item.end
    return { index: item.index, before }
  })
  return {
    body,
    drawn,
    after: above + rows.getTotalSize() - end,
    measure: rows.measureElement,
    scrollTo: rows.scrollToIndex,
  }
}
