import type { ReactNode } from 'react'
import classes from './message-page.module.css'

/** A centred card with one message and what to do next; brings its own main landmark. */
export const MessagePage = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => (
  <main id="content" className={classes.page}>
    <div className={classes.card}>
      <h1 tabIndex={-1}>{title}</h1>
      {text && <p>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  </main>
)
