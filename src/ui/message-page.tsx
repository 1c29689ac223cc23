import type { ReactNode } from 'react'
import classes from './message-page.module.css'

export interface MessagePageProps {
  title: string
  text?: ReactNode
  /** what else there is to say, below it */
  more?: ReactNode
  children?: ReactNode
  /** Stands inside a frame that has the main landmark; otherwise it brings its own. */
  isInside?: boolean | undefined
}

/** A centred card with one message and what to do next. */
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
