import { queryOptions } from '@tanstack/react-query'
import type { ViewStore } from '#identity/list-views/web/list-views-public.ts'
import { api, type CallOptions } from '#platform/web/api.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import type {
  Assignable,
  BulkAnswer,
  BulkChange,
  NewAssignments,
  TicketSelection,
  UndoAnswer,
} from '../../bulk-change.ts'
import type { TicketCounts } from '../../support-request-call.ts'
import type { Presence, Present } from '../../ticket-presence.ts'
import { NewTicketView, type TicketViews } from '../../ticket-view.ts'
import type { TicketFilters } from '../ticket-filters.ts'

const path = '/api/supportPortal/supportRequest/'
const views = '/api/supportPortal/supportRequestView/'
const quiet = { quiet: true }

/** Whether the reader handles tickets; the server checks the same for each call. */
export const isAgent = () => userHasRole(knownUser(), 'support-agent', 'platform-admin')
export const mayExport = () => isAgent() || userHasRole(knownUser(), 'organization-admin')

export const changeTickets = (given: BulkChange, options?: CallOptions) =>
  api.post<BulkAnswer>(`${path}bulk`, given, options)
export const undoChange = (bulkId: string) => api.post<UndoAnswer>(`${path}bulk/${bulkId}/undo`)
export const sendPresence = (id: string, given: Presence) => api.post<Present>(`${path}${id}/presence`, given, quiet)
export const seeAssignment = (id: string) => api.post(`${path}${id}/assignmentSeen`, undefined, quiet)
export const seeAssignments = () => api.post(`${path}newAssignments/seen`)

export const assignable = queryOptions({
  queryKey: ['assignable'],
  queryFn: () => api.get<Assignable>(`${path}assignable`),
  staleTime: 300_000,
})
export const newAssignments = queryOptions({
  queryKey: ['ticketAssignment'],
  queryFn: () => api.get<NewAssignments>(`${path}newAssignments`, quiet),
})
/** What "select all" selects. */
export const ticketSelection = (filters: TicketFilters) => ({
  queryKey: ['ticketSelection', filters],
  queryFn: async () => {
    const { tickets, hasMore } = await api.get<TicketSelection>(`${path}selection`, { ...quiet, query: filters })
    return { rows: tickets, hasMore }
  },
})
/** The counts next to the options above the list. */
export const ticketCounts = ({ sort: _, direction: __, ...query }: TicketFilters) =>
  queryOptions({
    queryKey: ['supportRequest', 'counts', query],
    queryFn: () => api.get<TicketCounts>(`${path}counts`, { ...quiet, query }),
    placeholderData: (before: TicketCounts | undefined) => before,
  })

/** The saved views of the help desk's list. */
export const viewsOfTickets: ViewStore<TicketFilters> = {
  query: { queryKey: ['ticketView'], queryFn: () => api.get<TicketViews>(views, quiet) },
  save: (given) => api.post(views, given, quiet),
  change: (id, given) => api.put(`${views}${id}`, given, quiet),
  remove: (id) => api.delete(`${views}${id}`),
  savedOf: (filters) => NewTicketView.shape.filters.parse(filters),
  sharings: () => [
    'nobody',
    ...(knownUser()?.organizationId ? (['organization'] as const) : []),
    ...(isAgent() ? (['agents'] as const) : []),
  ],
}

export function exportAddress(filters: TicketFilters, language: string) {
  const words = new URLSearchParams({ language, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) if (one) words.append(name, one)
  return `${path}export?${words}`
}
