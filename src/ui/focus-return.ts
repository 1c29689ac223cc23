import { useEffect, useState } from 'react'

/** A menu goes with the choice that opened something: then its button stands for it. */
function findOpener() {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')
  const button = menu?.id ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : null
  return button ?? element
}

/**
 * Gives the focus back to what had it, when what calls this goes from the page. The component library does so only for a dialog
 * that stays and is told to close.
 */
export function useFocusReturn() {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      setTimeout(() => {
        // Whoever took the focus meanwhile keeps it.
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
