import type { ReactNode } from 'react'
import { SupportMenu } from './answering/support-menu.tsx'
import classes from './help-desk.module.css'

/** The frame of a screen of the support area: its title, the menu and the content. */
export const SupportArea = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <header className={classes.bar}>
      <h1 tabIndex={-1}>{title}</h1>
    </header>
    <div className={classes.area}>
      <SupportMenu />
      <div className={classes.content}>{children}</div>
    </div>
  </>
)
