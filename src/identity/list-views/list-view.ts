import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'

export const MOST_VIEWS = 50
export const viewLists = ['tickets', 'referrals'] as const
export type ViewList = (typeof viewLists)[number]
export const viewSharings = ['nobody', 'organization', 'agents'] as const
export type ViewSharing = (typeof viewSharings)[number]

/** A list's filters and order under a name, to save. @param filters what is saved of the list's query */
export const newListView = <Filters extends z.ZodType>(filters: Filters) =>
  z.object({
    name: line(60, 1).meta({ title: 'Name of the view' }),
    sharedWith: z.enum(viewSharings).meta({ title: 'Who can use it' }),
    filters,
  })

/** A saved view, as a reader sees it. @param filters the saved form */
export const listView = <Filters extends z.ZodType>(filters: Filters) =>
  z.object({
    id: Id,
    name: z.string(),
    sharedWith: z.enum(viewSharings),
    filters,
    /** who may change it: its owner; and who may only delete it: those who manage the people with whom it is shared */
    isMine: z.boolean(),
    mayRemove: z.boolean(),
    owner: z.object({ firstName: z.string(), lastName: z.string() }),
  })

/** What the feature of a list knows of its filters. */
export type SavedFilters = Record<string, unknown>
export interface NewListView {
  name: string
  sharedWith: ViewSharing
  filters: SavedFilters
}
export interface ListView<Filters = SavedFilters> {
  id: string
  name: string
  sharedWith: ViewSharing
  filters: Filters
  isMine: boolean
  mayRemove: boolean
  owner: { firstName: string; lastName: string }
}
