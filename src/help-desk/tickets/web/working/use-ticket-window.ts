import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const ROW_PX = 62
const CARD_PX = 190
const CARD_GAP_PX = 12

/**
 * Which rows of a long list are drawn: those in sight, a few around them, and the one where the keyboard is, wherever
 * the page is scrolled to.
 */
export function useTicketWindow(ids: string[], current: number, isCards: boolean) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [above, setAbove] = useState(0)
  // What stands above the list can grow and shrink at any time, and the page with it. To look at every drawing instead would
  // have the browser lay out the page once more each time.
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
    estimateSize: () => (isCards ? CARD_PX : ROW_PX),
    gap: isCards ? CARD_GAP_PX : 0,
    overscan: 8,
    scrollMargin: above,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and cards have other heights
  useEffect(() => rows.measure(), [isCards])

  /** The rows to draw, each with the empty height before it, and the height after the last. */
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
