import type { ComponentType } from 'react'

/** Parts of the screens from other features. */
export interface PersonParts {
  /** on a person's record, for the organization's admins */
  PersonRights: ComponentType<{ contactId: string; name: string }>
  /** what the person said that services ask for */
  PersonAnswers: ComponentType<{ contactId: string }>
  /** above the list, for the organization's admins */
  InactiveNotice: ComponentType
}
