import { useEffect, useRef } from 'react'
import classes from './newer-notice.module.css'

/**
 * Says in a dialog that somebody else saved meanwhile. It takes the focus, because in a long dialog it is far above the
 * pressed button.
 */
export function NewerNotice({ title }: { title: string }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <p ref={notice} tabIndex={-1} role="alert" className={classes.notice}>
      {title}
    </p>
  )
}
