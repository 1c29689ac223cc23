import type { ReactNode } from 'react'
import classes from './form-page.module.css'

/** A centered card with a title and its own main landmark. */
export const CardPage = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <main id="content" className={classes.page}>
    <div className={classes.card}>
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  </main>
)
