import { useEffect, useSyncExternalStore } from 'react'
import classes from './notices.module.css'
import { listNotices, onNotices } from './notify.ts'

/** While a snackbar lies over the bottom, the page can be scrolled past it. */
function useRoomBelow(isNeeded: boolean) {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-notice', isNeeded)
  }, [isNeeded])
}

/** Snackbars at the bottom. Both regions stand from the start, so that screen readers hear what comes into them. */
export function Notices() {
  const notices = useSyncExternalStore(onNotices, listNotices)
  useRoomBelow(notices.length > 0)
  const draw = (kind: 'good' | 'bad') =>
    notices
      .filter((n) => n.kind === kind)
      .map((n) => (
        <div key={n.id} className={`${classes.notice} ${classes[kind]}`}>
          {n.text}
        </div>
      ))
  return (
    <div className={classes.place}>
      <div role="status" aria-live="polite">
        {draw('good')}
      </div>
      <div role="alert" aria-live="assertive">
        {draw('bad')}
      </div>
    </div>
  )
}
