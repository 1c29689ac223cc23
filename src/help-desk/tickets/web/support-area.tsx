import type { ReactNode } from 'react'
import { SupportMenu } from './answering/support-menu.tsx'
import classes from './help-desk.module.css'

interface SupportAreaProps {
  title: string
  /** on the right of the title */
  action?: ReactNode
  children: ReactNode
}

/** The frame of a screen of the support area: its title, the menu and the content. */
export const SupportArea = ({ title, action, children }: SupportAreaProps) => (
  <div className={classes.area}>
    <header className={classes.bar}>
      <h1 tabIndex={-1}>{title}</h1>
      {action}
    </header>
    <SupportMenu />
    <div className={classes.content}>{children}</div>
  </div>
)
