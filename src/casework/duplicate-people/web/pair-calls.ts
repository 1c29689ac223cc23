import { queryOptions } from '@tanstack/react-query'
import { forgetPeopleLists, reloadPeopleLists } from '#casework/clients/web/list-parts-public.ts'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { FormerPerson, PersonComparison, PersonMerge } from '../person-merge.ts'
import type { PairState, PersonPairPage } from '../person-pair.ts'

const path = '/api/personPair/'

/** Under `contact`, so that they are read again when somebody changes a person. */
export const pairList = (state: PairState) => ({
  queryKey: ['contact', 'pairs', state],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.get<PersonPairPage>(path, { query: { state, cursor: pageParam }, quiet: true, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: PersonPairPage) => page.nextCursor ?? undefined,
})

export const pairCount = queryOptions({
  queryKey: ['contact', 'pairs', 'count'],
  queryFn: () => api.get<{ count: number }>(`${path}count`, { quiet: true }),
})

export async function decidePair(id: string, state: PairState) {
  await api.put<null>(`${path}${id}/decision`, { state }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['contact', 'pairs'] })
}

/** Puts two records side by side. @returns the pair */
export const pairPeople = async (contactId: string, otherId: string) =>
  (await api.post<{ id: string }>(`/api/contact/${contactId}/pair`, { otherId }, { quiet: true })).id

export const pairComparison = (id: string) =>
  queryOptions({
    queryKey: ['contact', 'pairs', 'one', id],
    queryFn: () => api.get<PersonComparison>(`${path}${encodeURIComponent(id)}`, { quiet: true }),
    staleTime: 0,
  })

/** @returns the record that stays */
export async function mergePair(id: string, merge: PersonMerge) {
  const { contactId } = await api.post<{ contactId: string }>(`${path}${id}/merge`, merge, { quiet: true })
  queryClient.removeQueries({ queryKey: ['contact'] })
  forgetPeopleLists()
  return contactId
}

export const formerPeople = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'former', contactId],
    queryFn: async () =>
      (await api.get<{ items: FormerPerson[] }>(`/api/contact/${contactId}/merged`, { quiet: 'missing' })).items,
  })

export async function undoMerge(mergeId: string) {
  await api.post<{ contactId: string }>(`/api/personMerge/${mergeId}/undo`, {}, { quiet: true })
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['contact'] }), reloadPeopleLists()])
}
