const touched = new Set<Element>()
const MOST = 200

function remember(element: EventTarget | null) {
  if (!(element instanceof Element)) return
  // Removed fields have no unsaved input.
  if (touched.size >= MOST) for (const known of touched) if (!known.isConnected) touched.delete(known)
  touched.add(element)
}

/** From now on records what a person types or selects on the screen, until `signal` is aborted. */
export function watchUnsaved(signal: AbortSignal) {
  const options = { capture: true, passive: true, signal }
  document.addEventListener('input', (event) => remember(event.target), options)
  // An option is selected in a list next to its field, which keeps the focus.
  document.addEventListener(
    'click',
    (event) => (event.target as Element | null)?.closest?.('[role=option]') && remember(document.activeElement),
    options,
  )
}

/** Whether a field that is still on the screen has unsaved input. */
export const hasUnsaved = () => [...touched].some((element) => element.isConnected && element !== document.body)
