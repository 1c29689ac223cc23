import { type ComponentType, createContext } from 'react'
import type { Need } from '#directory/needs/need.ts'

interface ConsentAskedProps {
  /** whose consent */
  contactId: string
  recipientId: string
  need: Need | null
  /** whether it is missing now, so that it can be asked for */
  isMissing: boolean
}

/** Parts of sending from other features. */
export interface SendingParts {
  /** the status of a consent that was requested by link, and a button to request it */
  ConsentAsked: ComponentType<ConsentAskedProps>
}

/** Null where nothing can be asked for. */
export const ConsentAskedContext = createContext<SendingParts['ConsentAsked'] | null>(null)
