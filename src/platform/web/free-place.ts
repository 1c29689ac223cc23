/** How far up a notification may move, as a fraction of the window's height. */
const HIGHEST = 0.5
const GAP = 8

const isBeside = (a: DOMRect, b: DOMRect) =>
  a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom

/** What a notification should not cover if possible, and what it must never cover. */
const groups = [
  'button, input, textarea, [role=option], [data-keep-clear], :focus',
  'button:not([aria-label]), :focus',
  ':focus',
]
const listBoxes = (which: string) =>
  [...document.querySelectorAll(which)].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect())

/** How far up, in pixels, the boxes cover none of the controls; null if that is too far. */
function findWayUp(boxes: DOMRect[], controls: DOMRect[]) {
  const lowest = Math.max(...boxes.map((box) => box.bottom))
  let up = 0
  while (up <= innerHeight * HIGHEST) {
    const lifted = boxes.map((box) => new DOMRect(box.x, box.y - up, box.width, box.height))
    const hidden = controls.filter((control) => lifted.some((box) => !isBeside(box, control)))
    if (hidden.length === 0) return up
    // Just above the highest control that they would cover.
    up = lowest - Math.min(...hidden.map((control) => control.top)) + GAP
  }
  return null
}

/**
 * Searches upward for a position where the notifications cover no control, or at least none that was just used.
 * @returns `bottom` for the style of `place`, empty if it may stay
 */
export function findFreeBottom(place: HTMLElement) {
  const boxes = [...place.querySelectorAll(':scope > * > *')].map((e) => e.getBoundingClientRect())
  for (const which of groups) {
    const up = findWayUp(boxes, listBoxes(which))
    if (up === 0) return ''
    if (up !== null) return `${Number.parseFloat(getComputedStyle(place).bottom) + up}px`
  }
  return ''
}
