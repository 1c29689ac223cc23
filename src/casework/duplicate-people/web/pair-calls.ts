import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
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
