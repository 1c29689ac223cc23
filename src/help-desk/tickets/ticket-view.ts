import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'
import { SupportRequestQuery } from './support-request-call.ts'

export const MOST_VIEWS = 50
export const viewSharings = ['nobody', 'organization', 'agents'] as const

declare module '#platform/server/database.ts' {
  interface Tables {
    supportRequestView: {
      id: Generated<string>
      name: string
      ownerId: string
      organizationId: string | null
      sharedWith: (typeof viewSharings)[number]
      filters: string
      createdOn: Generated<string>
    }
  }
}

const text = z.string().optional()
const texts = z.array(z.string()).optional()
/** The saved form, for the response. */
const SavedFilters = z.object({
  ticketNumber: text,
  keyword: text,
  supportRequestType: texts,
  status: texts,
  priority: texts,
  organizationId: text,
  startDate: text,
  endDate: text,
  createdByPortalAccountId: text,
  assignee: text,
  needsAnswer: text,
  sort: text,
  direction: text,
})

/** What a saved filter contains of the list's query: all filters and the order, but not the page. */
const ViewFilters = SupportRequestQuery.pick({
  ticketNumber: true,
  keyword: true,
  supportRequestType: true,
  status: true,
  priority: true,
  organizationId: true,
  startDate: true,
  endDate: true,
  createdByPortalAccountId: true,
  assignee: true,
  needsAnswer: true,
  sort: true,
  direction: true,
})

export const NewTicketView = z.object({
  name: line(60, 1).meta({ title: 'Name of the view' }),
  sharedWith: z.enum(viewSharings).meta({ title: 'Who can use it' }),
  filters: ViewFilters,
})
export type NewTicketView = z.infer<typeof NewTicketView>

export const TicketView = z.object({
  id: Id,
  name: z.string(),
  sharedWith: z.enum(viewSharings),
  filters: SavedFilters,
  /** who may change it: its owner; and who may only delete it: those who manage the people with whom it is shared */
  isMine: z.boolean(),
  mayRemove: z.boolean(),
  owner: z.object({ firstName: z.string(), lastName: z.string() }),
})
export type TicketView = z.infer<typeof TicketView>
export const TicketViews = z.object({ items: z.array(TicketView) })
export type TicketViews = z.infer<typeof TicketViews>
