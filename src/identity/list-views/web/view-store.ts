import type { UseQueryOptions } from '@tanstack/react-query'
import type { ListView, NewListView, ViewSharing } from '../list-view.ts'

/** The saved views of one list. */
export interface ViewStore<Filters extends object> {
  query: UseQueryOptions<{ items: ListView<Filters>[] }>
  save: (given: NewListView) => Promise<unknown>
  change: (id: string, given: NewListView) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  /** what is saved of the list's filters */
  savedOf: (filters: Filters) => NewListView['filters']
  /** with whom this reader can share */
  sharings: () => readonly ViewSharing[]
}
