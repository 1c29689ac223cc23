import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import type {
  NewSupportRequest,
  SupportRequest,
  SupportRequestInList,
  SupportRequestPage,
} from '../support-request-call.ts'
import type { TicketFilters } from './ticket-filters.ts'

const path = '/api/supportPortal/supportRequest/'
const quiet = { quiet: true }
const PAGE = 25
type Lists = InfiniteData<SupportRequestPage, string | undefined>

// Every key begins with 'supportRequest': a live event of that type makes all of it old at once.
export const ticketList = (filters: TicketFilters) =>
  infiniteQueryOptions({
    queryKey: ['supportRequest', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get<SupportRequestPage>(path, { ...quiet, signal, query: { ...filters, limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export const createTicket = (given: NewSupportRequest) => api.post<SupportRequest>(path, given)

/** A new ticket comes first in the list that is not narrowed; the others ask again. */
export function takeInNew(client: QueryClient, ticket: SupportRequestInList) {
  client.setQueryData<Lists>(ticketList({}).queryKey, (lists) => {
    const [first, ...rest] = lists?.pages ?? []
    if (!lists || !first || first.items.some(({ id }) => id === ticket.id)) return lists
    return { ...lists, pages: [{ ...first, items: [ticket, ...first.items] }, ...rest] }
  })
  return client.invalidateQueries({ queryKey: ['supportRequest', 'list'] })
}
