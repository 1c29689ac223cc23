const touched = new Set<Element>()
const MOST = 200

function remember(element: EventTarget | null) {
  if (!(element instanceof Element)) return
  // Fields that are gone take nothing with them.
  if (touched.size >= MOST) for (const known of touched) if (!known.isConnected) touched.delete(known)
  touched.add(element)
}

/** From now on notes what a person types or chooses on the screen, until `signal` ends it. */
export function watchUnsaved(signal: AbortSignal) {
  const options = { capture: true, passive: true, signal }
  document.addEventListener('input', (event) => remember(event.target), options)
  // An option is chosen from a list beside its field, which keeps the focus.
  document.addEventListener(
    'click',
    (event) => (event.target as Element | null)?.closest?.('[role=option]') && remember(document.activeElement),
    options,
  )
}

/** Whether something was typed or chosen in a field that still stands on the screen. */
export const hasUnsaved = () => [...touched].some((element) => element.isConnected && element !== document.body)
