import type { ManagedCategory } from '../category.ts'

/** What is open over the tree. */
export type Opened =
  | { act: 'add'; parentId: string | null }
  | { act: 'edit' | 'merge' | 'retire' | 'history'; category: ManagedCategory }
