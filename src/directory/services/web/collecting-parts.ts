import type { ComponentType } from 'react'

/** Parts of the screens with which staff collect services for somebody. */
export interface CollectingParts {
  AddToList: ComponentType<{ service: { id: string; name: string } }>
  /** Says how many are collected. */
  ListBar: ComponentType
  MyListsLink: ComponentType
}
