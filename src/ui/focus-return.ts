import { useLayoutEffect, useState } from 'react'

/** A menu closes when one of its items opens something; then its button is used instead. */
function findOpener() {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')
  const button = menu?.id ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : null
  return button ?? element
}

/**
 * Returns the focus to the previous element when the component unmounts. The component library does so only for a
 * dialog that stays mounted and is closed through a property.
 */
export function useFocusReturn() {
  const [opener] = useState(findOpener)
  // In the same task that removes the component, so that restoreLostFocus is not faster on a busy device.
  useLayoutEffect(
    () => () => {
      setTimeout(() => {
        // If the focus has moved elsewhere meanwhile, it stays there.
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
