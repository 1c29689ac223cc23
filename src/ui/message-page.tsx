import type { ReactNode } from 'react'
import classes from './message-page.module.css'

export interface MessagePageProps {
  title: string
  text?: ReactNode
  /** additional content below */
  more?: ReactNode
  children?: ReactNode
  /** Inside a frame that has the main landmark; otherwise the page adds one. */
  isInside?: boolean | undefined
}

/** A centered card with one message and the next step. */
export function MessagePage({ title, text, more, children, isInside }: MessagePageProps) {
  const card = (
    <div className={classes.card}>
      <h1 tabIndex={-1}>{title}</h1>
      {text && <p>{text}</p>}
      {more && <p>{more}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
  return isInside ? (
    <div className={classes.page}>{card}</div>
  ) : (
    <main id="content" className={classes.page}>
      {card}
    </main>
  )
}
