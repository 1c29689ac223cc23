import { z } from 'zod'
import { listView, newListView } from '#identity/list-views/list-view.ts'
import { SupportRequestQuery } from './support-request-call.ts'

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

export const NewTicketView = newListView(ViewFilters)
export const TicketView = listView(SavedFilters)
export type TicketView = z.infer<typeof TicketView>
export const TicketViews = z.object({ items: z.array(TicketView) })
export type TicketViews = z.infer<typeof TicketViews>
