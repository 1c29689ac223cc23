import { type RefObject, useEffect } from 'react'

const rooms = new Map<Element, number>()
const GAP = 12

function apply() {
  const most = Math.max(0, ...rooms.values())
  document.documentElement.style.scrollPaddingBottom = most > 0 ? `${most + GAP}px` : ''
}

/** The height, in pixels, of a bar that stays at the bottom of the window. */
function roomOf(bar: Element) {
  const { position, bottom } = getComputedStyle(bar)
  const stays = position === 'fixed' || position === 'sticky'
  const { height } = bar.getBoundingClientRect()
  return stays && height > 0 && bottom !== 'auto' ? height + Number.parseFloat(bottom) : 0
}

/** Keeps focused elements from being covered by a bar at the bottom of the window, whatever its height. */
export function useRoomBelow(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    const observer = new ResizeObserver(() => {
      rooms.set(bar, roomOf(bar))
      apply()
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      rooms.delete(bar)
      apply()
    }
  }, [ref])
}
