import { useEffect, useRef, useState } from 'react'

const open: symbol[] = []

/**
 * Gives Escape to the topmost dialog alone: those below stay as they are, also where the topmost one does not close by it.
 * The component library would have every open dialog close at once; what calls this switches that off.
 * @param onEscape null where Escape does not close this dialog
 */
export function useEscape(onEscape: (() => void) | null) {
  const [dialog] = useState(() => Symbol('dialog'))
  const newest = useRef(onEscape)
  newest.current = onEscape
  useEffect(() => {
    open.push(dialog)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== dialog) return
      // An open list of choices, or a menu, takes this Escape for itself.
      const isTaken =
        event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (!isTaken) newest.current?.()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      open.splice(open.indexOf(dialog), 1)
    }
  }, [dialog])
}
