import { useEffect, useRef, useState } from 'react'

const open: symbol[] = []

/**
 * Gives Escape to the topmost dialog only: dialogs below stay open, even if Escape does not close the topmost one. By
 * default the component library closes all open dialogs at once; a dialog that uses this hook must turn that off.
 * @param onEscape null if Escape does not close this dialog
 */
export function useEscape(onEscape: (() => void) | null) {
  const [dialog] = useState(() => Symbol('dialog'))
  const newest = useRef(onEscape)
  newest.current = onEscape
  useEffect(() => {
    open.push(dialog)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== dialog) return
      // An open option list or menu handles this Escape itself.
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
