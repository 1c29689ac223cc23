import { type RefObject, useEffect } from 'react'

/**
 * Keeps the field in use where it is in the window while parts above it appear or go, for example when a call has
 * answered. Otherwise an open list moves away under the pointer, and is hidden once its field leaves the window.
 */
export function useSteadyFocus(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const form = ref.current
    if (!form) return
    let field: Element | null = null
    let place = 0
    const placeOf = (element: Element) => element.getBoundingClientRect().top - form.getBoundingClientRect().top
    const remember = ({ target }: FocusEvent) => {
      field = target instanceof Element ? target : null
      if (field) place = placeOf(field)
    }
    const observer = new ResizeObserver(() => {
      if (!field || field !== document.activeElement) return
      const moved = placeOf(field) - place
      place += moved
      if (moved) window.scrollBy({ top: moved, behavior: 'instant' })
    })
    // Some browsers do the same for some fields; both together would scroll twice as far.
    form.style.setProperty('overflow-anchor', 'none')
    form.addEventListener('focusin', remember)
    observer.observe(form)
    return () => {
      observer.disconnect()
      form.removeEventListener('focusin', remember)
    }
  }, [ref])
}
