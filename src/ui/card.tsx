import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card.module.css'

/** A surface that groups related content. */
export const Card = ({
  children,
  className,
  labelledBy,
}: {
  children: ReactNode
  className?: string
  labelledBy?: string
}) => (
  <Paper component="section" aria-labelledby={labelledBy} className={`${classes.card} ${className ?? ''}`}>
    {children}
  </Paper>
)
