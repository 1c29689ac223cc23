import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

/**
 * A screen's title, a line below it, and its main action on the right. The title receives the focus after a navigation.
 */
export const PageHeading = ({ title, lead, action }: { title: ReactNode; lead?: ReactNode; action?: ReactNode }) => (
  <header className={classes.heading}>
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
    </div>
    {action && <div className={classes.action}>{action}</div>}
  </header>
)
