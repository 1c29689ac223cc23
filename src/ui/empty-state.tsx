import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Instead of a blank list: what would be here, and the first step. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className={classes.empty}>
    {icon && <span className={classes.icon}>{icon}</span>}
    <p className={classes.title}>{title}</p>
    {children && <p className={classes.text}>{children}</p>}
    {action}
  </div>
)
