import type { ComponentProps } from 'react'
import classes from './old-content.module.css'

interface OldContentProps extends ComponentProps<'div'> {
  isOld: boolean
}

/** Content that stays, pale, while the content of newly chosen filters is loading. */
export const OldContent = ({ isOld, ...props }: OldContentProps) => (
  <div {...props} aria-busy={isOld} className={isOld ? classes.old : undefined} />
)
