/** How far a notice goes up at most, as part of the window's height. */
const HIGHEST = 0.5
const GAP = 8

const isBeside = (a: DOMRect, b: DOMRect) =>
  a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom

/** What a notice must not lie over: buttons and fields in sight, and what has the focus. */
function listControls() {
  const controls = [...document.querySelectorAll('button, input, textarea, [role=option], :focus')]
  return controls.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect())
}

/**
 * Looks upward for a place over which the notices hide no control.
 * @returns `bottom` for the style of `place`, empty where it may stay or where no place is free
 */
export function findFreeBottom(place: HTMLElement) {
  const boxes = [...place.querySelectorAll(':scope > * > *')].map((e) => e.getBoundingClientRect())
  const controls = listControls()
  const blocked = (up: number) =>
    controls.filter((control) =>
      boxes.some((box) => !isBeside(new DOMRect(box.x, box.y - up, box.width, box.height), control)),
    )
  let up = 0
  for (;;) {
    const hidden = blocked(up)
    if (hidden.length === 0) break
    const lowest = Math.max(...boxes.map((box) => box.bottom))
    // Just above the highest control that it would hide.
    up = lowest - Math.min(...hidden.map((control) => control.top)) + GAP
    if (up > innerHeight * HIGHEST) return ''
  }
  return up ? `${Number.parseFloat(getComputedStyle(place).bottom) + up}px` : ''
}
