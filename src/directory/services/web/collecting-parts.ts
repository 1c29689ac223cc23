import type { ComponentType } from 'react'
import type { BestQuestions } from '#directory/eligibility/best-questions.ts'

/** What the search says about the person for whom it is. */
export interface PersonBarProps {
  /** Null if nobody was chosen. */
  contactId: string | null
  /** What the search leaves out. */
  fit: string | undefined
  /** The person's ZIP code, if the search starts there. */
  personZip: string | null
  isAnywhere: boolean
  /** What would decide the most of the services that were found; null if nothing would. */
  questions: BestQuestions | null
  onChange: (next: { contactId?: string; fit?: string; anywhere?: string }) => void
}

/** Parts of the screens with which staff find and collect services for somebody. */
export interface CollectingParts {
  AddToList: ComponentType<{ service: { id: string; name: string } }>
  /** Says how many are collected. */
  ListBar: ComponentType
  MyListsLink: ComponentType
  /** Chooses the person for whom the search is. */
  PersonBar: ComponentType<PersonBarProps>
}
