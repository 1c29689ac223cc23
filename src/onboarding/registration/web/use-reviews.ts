import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import type { NewDecision, Review, ReviewInList } from '../review.ts'

interface Page {
  items: ReviewInList[]
  nextCursor: string | null
}
// Live events of this type invalidate all queries under this key.
const KEY = 'registration-review'

/** The queue in one state, with paging. */
export const useReviews = (status: string) =>
  useInfiniteQuery({
    queryKey: [KEY, 'list', status],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>('/api/admin/review/', { query: { status, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })

export const useReview = (id: string) =>
  useQuery({ queryKey: [KEY, id], queryFn: ({ signal }) => api.get<Review>(`/api/admin/review/${id}`, { signal }) })

/** Sends a decision; the updated registration replaces the one shown. */
export function useDecision(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: NewDecision) =>
      api.post<Review>(`/api/admin/review/${id}/decision`, decision, { quiet: true }),
    onSuccess: (review) => client.setQueryData([KEY, id], review),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  })
}
