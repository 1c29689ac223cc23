import type { ComponentType } from 'react'

/** What other features bring to the screens of people served. */
export interface PersonParts {
  /** on a person's record, for the organization's admins */
  PersonRights: ComponentType<{ contactId: string; name: string }>
  /** above the list, for the organization's admins */
  InactiveNotice: ComponentType
}
