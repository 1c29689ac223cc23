import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { StoredFile } from '#identity/files/file.ts'
import { api } from '#platform/web/api.ts'
import type { LiveSource } from '#platform/web/lists/use-live-list.ts'
import type { SimilarTickets } from '../similar-ticket.ts'
import type {
  ActivityRow,
  NewNote,
  NewSupportRequest,
  SupportRequest,
  SupportRequestChange,
  SupportRequestInList,
  SupportRequestNote,
  SupportRequestPage,
} from '../support-request-call.ts'
import type { TicketFilters } from './ticket-filters.ts'

const path = '/api/supportPortal/supportRequest/'
const quiet = { quiet: true }
const PAGE = 100
type Lists = InfiniteData<SupportRequestPage, string | undefined>

// A live event of type 'supportRequest' invalidates all queries with this prefix. The list updates changed tickets one
// by one.
export const ticketList = (filters: TicketFilters) =>
  infiniteQueryOptions({
    queryKey: ['ticketList', filters],
    meta: { liveType: 'supportRequest' },
    queryFn: ({ pageParam, signal }) =>
      api.get<SupportRequestPage>(path, { ...quiet, signal, query: { ...filters, limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/** Live updates of the list. */
export const liveTickets: LiveSource<SupportRequestInList, TicketFilters> = {
  type: 'supportRequest',
  name: 'ticketList',
  queryKey: (filters) => ticketList(filters).queryKey,
  everything: () => ({}),
  read: async (id, filters, cursor) =>
    (await api.get<SupportRequestPage>(path, { ...quiet, query: { ...filters, id, limit: 100, cursor } })).items,
}

export const oneTicket = (id: string) =>
  queryOptions({
    queryKey: ['supportRequest', 'one', id],
    queryFn: () => api.get<SupportRequest>(`${path}${id}`, quiet),
  })

export const ticketActivity = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['supportRequest', 'activity', id],
    queryFn: ({ pageParam }) =>
      api.get<{ items: ActivityRow[]; nextCursor: string | null }>(`${path}${id}/activity`, {
        ...quiet,
        query: { cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/**
 * Shows no error itself: that the ticket was already filed is not a failure.
 * @param key an idempotency key: a repeated call returns the same ticket
 */
export const createTicket = (given: NewSupportRequest, key: string) =>
  api.post<SupportRequest>(path, given, { ...quiet, headers: { 'idempotency-key': key } })
export const similarTickets = (text: string) =>
  queryOptions({
    queryKey: ['similarTickets', text],
    queryFn: ({ signal }) =>
      api.post<SimilarTickets>(`${path}similar`, { text }, { quiet: true, staysOn401: true, signal }),
    retry: false,
  })
/** The newest tickets of one reporter. */
export const ticketsOf = (accountId: string, limit: number) =>
  queryOptions({
    queryKey: ['supportRequest', 'of', accountId, limit],
    queryFn: () =>
      api.get<SupportRequestPage>(path, { ...quiet, query: { createdByPortalAccountId: accountId, limit } }),
  })
/** @param key an idempotency key: a repeated call creates only one note */
export const addNote = (id: string, given: NewNote, key: string) =>
  api.post<SupportRequestNote>(`${path}${id}/note`, given, { ...quiet, headers: { 'idempotency-key': key } })
export const saveTicket = (ticket: SupportRequest | SupportRequestChange) =>
  api.put<SupportRequest>(path, ticket, quiet)
export const attachToTicket = (supportRequestId: string, fileId: string) =>
  api.post('/api/supportRequestFile/', { supportRequestId, fileId })
export const attachToNote = (noteId: string, fileId: string) => api.post('/api/noteFile/', { noteId, fileId })

export function uploadScreenshot(file: File) {
  const form = new FormData()
  form.append('file', file, file.name)
  return api.post<StoredFile>('/api/file/', form)
}
export const showAddress = (fileId: string) => `/api/file/${fileId}`
export const downloadAddress = (fileId: string) => `/api/file/${fileId}/download`

/** Adds a new ticket at the top of the unfiltered list; other lists are reloaded. */
export function addToLists(client: QueryClient, ticket: SupportRequestInList) {
  client.setQueryData<Lists>(ticketList({}).queryKey, (lists) => {
    const [first, ...rest] = lists?.pages ?? []
    if (!lists || !first || first.items.some(({ id }) => id === ticket.id)) return lists
    return { ...lists, pages: [{ ...first, items: [ticket, ...first.items] }, ...rest] }
  })
  return client.invalidateQueries({ queryKey: ['supportRequest'] })
}

/** Replaces a saved ticket in all lists. */
export function replaceInLists(client: QueryClient, ticket: SupportRequest) {
  client.setQueryData(oneTicket(ticket.id).queryKey, ticket)
  client.setQueriesData<Lists>({ queryKey: ['ticketList'] }, (lists) =>
    lists?.pages
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === ticket.id ? ticket : item)),
          })),
        }
      : lists,
  )
  return client.invalidateQueries({ queryKey: ['supportRequest'] })
}
