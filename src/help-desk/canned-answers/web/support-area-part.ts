import type { ComponentType, ReactNode } from 'react'

/** The frame of the support area, from the feature above. */
export interface SupportAreaPart {
  SupportArea: ComponentType<{ title: string; children: ReactNode }>
}
