import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Shown instead of an empty list: what will be here, and the first step. */
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
