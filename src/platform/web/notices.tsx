import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { findFreeBottom } from './free-place.ts'
import classes from './notices.module.css'
import { listNotices, onNotices } from './notify.ts'

/**
 * Snackbars at the bottom. Both live regions are always rendered, so that screen readers announce what appears in them.
 */
export function Notices() {
  const notices = useSyncExternalStore(onNotices, listNotices)
  const hasNotices = notices.length > 0
  // While one covers the bottom, the page can be scrolled further.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-notice', hasNotices)
  }, [hasNotices])
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || notices.length === 0) return
    const lift = () => {
      element.style.bottom = ''
      element.style.bottom = findFreeBottom(element)
    }
    lift()
    document.addEventListener('focusin', lift)
    return () => {
      document.removeEventListener('focusin', lift)
      element.style.bottom = ''
    }
  }, [notices])
  const render = (kind: 'good' | 'bad') =>
    notices
      .filter((n) => n.kind === kind)
      .map((n) => (
        <div key={n.id} className={`${classes.notice} ${classes[kind]}`}>
          {n.text}
        </div>
      ))
  return (
    <div ref={place} className={classes.place}>
      <div role="status" aria-live="polite">
        {render('good')}
      </div>
      <div role="alert" aria-live="assertive">
        {render('bad')}
      </div>
    </div>
  )
}
