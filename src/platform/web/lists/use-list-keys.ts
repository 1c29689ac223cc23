import { useEffect, useRef, useState } from 'react'

/** One switch for all lists. It is named after the first that had shortcuts, so that it stays as people set it. */
const OFF = 'ticket-keys'

/** Single-key shortcuts can be turned off (WCAG 2.1.4), on this device. */
export function useKeysSwitch() {
  const [isOn, setOn] = useState(() => localStorage.getItem(OFF) !== 'off')
  const turn = (on: boolean) => {
    localStorage.setItem(OFF, on ? 'on' : 'off')
    setOn(on)
  }
  return { isOn, turn }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox]):not([type=radio]), [role=combobox]'))
/** Somewhere else is open: a dialog, a menu or the options of a select. A closed select keeps its options on the page. */
const isElsewhere = () =>
  document.querySelector('[aria-haspopup=listbox][aria-expanded=true]') !== null ||
  [...document.querySelectorAll('[role=dialog], [role=menu]')].some((element) => element.getClientRects().length > 0)

/**
 * Runs actions by key; a capital letter means Shift. Does nothing while the person types, or while a dialog is open.
 */
export function useListKeys(acts: Record<string, (() => void) | undefined>, isOn: boolean) {
  const now = useRef(acts)
  now.current = acts
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
      if (isTyping(event.target) || isElsewhere()) return
      // Enter on a button or link activates that element.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, input')) return
      const act = now.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}
