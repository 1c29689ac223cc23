import type { ComponentType } from 'react'

/** Parts of the list from other features. */
export interface PeopleParts {
  /** above the list, for the organization's admins */
  InactiveNotice: ComponentType
  /** above the list: pairs of records that may be of one person */
  DuplicatesNotice: ComponentType
  /** Puts two records side by side. @returns the address of the comparison, or why it was refused */
  comparePeople: (contactId: string, otherId: string) => Promise<{ to: string } | { refused: string }>
}
