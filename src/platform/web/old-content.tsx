import type { ReactNode } from 'react'
import classes from './old-content.module.css'

interface OldContentProps {
  isOld: boolean
  children: ReactNode
}

/** Content that stays, pale, while the content of newly chosen filters is loading. */
export const OldContent = ({ isOld, children }: OldContentProps) => (
  <div aria-busy={isOld} className={isOld ? classes.old : undefined}>
    {children}
  </div>
)
