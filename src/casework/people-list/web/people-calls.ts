import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ListedContact } from '#casework/clients/contact-record.ts'
import { PEOPLE_LISTS } from '#casework/clients/web/list-parts-public.ts'
import { api } from '#platform/web/api.ts'
import type { LiveSource } from '#platform/web/lists/use-live-list.ts'
import type { PeopleExport } from '../people-export.ts'

interface Page {
  items: ListedContact[]
  nextCursor: string | null
  isAlike: boolean
}
const PAGE = 50

const find = (query: PeopleExport, page: { limit: number; cursor?: string | undefined }, signal?: AbortSignal) =>
  api.post<Page>('/api/contact/search', { ...query, ...page }, { quiet: true, ...(signal && { signal }) })

export const peopleList = (search: string) =>
  infiniteQueryOptions({
    queryKey: [PEOPLE_LISTS, search],
    meta: { liveType: 'contact' },
    queryFn: ({ pageParam, signal }) => find({ search }, { limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // While the list was not open, nobody updated its rows.
    refetchOnMount: 'always',
  })

/** Live updates of the list. */
export const livePeople: LiveSource<ListedContact, string> = {
  type: 'contact',
  name: PEOPLE_LISTS,
  queryKey: (search) => peopleList(search).queryKey,
  everything: () => '',
  read: async (ids, search, cursor) => (await find({ search, ids }, { limit: ids.length, cursor })).items,
}

export const exportPeople = (query: PeopleExport) => api.post<Blob>('/api/contact/export', query)
