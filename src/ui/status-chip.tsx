import type { ReactNode } from 'react'
import classes from './status-chip.module.css'

export type ChipTone = 'sky' | 'plum' | 'hearth' | 'amber' | 'ember' | 'leaf' | 'stone'

/** A status: always color, icon and text together. */
export const StatusChip = ({ tone, icon, children }: { tone: ChipTone; icon: ReactNode; children: ReactNode }) => (
  <span className={`${classes.chip} ${classes[tone]}`}>
    {icon}
    {children}
  </span>
)
