import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ReferralInList } from '#casework/referrals/referral-call.ts'
import type { ViewStore } from '#identity/list-views/web/list-views-public.ts'
import { api } from '#platform/web/api.ts'
import type { LiveSource } from '#platform/web/lists/use-live-list.ts'
import { knownUser } from '#platform/web/session-user.ts'
import type { Assignable, BulkAnswer, BulkCall, ReferralCounts, ReferralSelection, UndoAnswer } from '../bulk-call.ts'
import { NewReferralView, type ReferralViews } from '../referral-view.ts'
import type { ReferralFilters, SavedReferralFilters } from './use-referral-filters.ts'

interface Page {
  items: ReferralInList[]
  nextCursor: string | null
}
const quiet = { quiet: true }
const PAGE = 100

const search = (filters: ReferralFilters, page: { limit: number; ids?: string[]; cursor?: string | undefined }) =>
  api.post<Page>('/api/referral/search', { ...filters, ...page }, quiet)

// A live event of type 'referral' invalidates all queries with that prefix. The list updates changed rows one by one.
export const referralList = (filters: ReferralFilters) =>
  infiniteQueryOptions({
    queryKey: ['referralList', filters],
    meta: { liveType: 'referral' },
    queryFn: ({ pageParam }) => search(filters, { limit: PAGE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // While the list was not open, nobody updated its rows.
    refetchOnMount: 'always',
  })

/** Live updates of the list. */
export const liveReferrals: LiveSource<ReferralInList, ReferralFilters> = {
  type: 'referral',
  name: 'referralList',
  queryKey: (filters) => referralList(filters).queryKey,
  everything: ({ direction }) => ({ direction }),
  read: async (ids, filters, cursor) => (await search(filters, { limit: 100, ids, cursor })).items,
}

/** What "select all" selects. */
export const referralSelection = (filters: ReferralFilters) => ({
  queryKey: ['referralSelection', filters],
  queryFn: async () => {
    const { referrals, hasMore } = await api.post<ReferralSelection>('/api/referral/selection', filters, quiet)
    return { rows: referrals, hasMore }
  },
})

/** These referrals as they are now, whatever the filters; those that the reader does not see are missing. */
export const referralsById = (direction: ReferralFilters['direction'], ids: string[]) =>
  queryOptions({
    queryKey: ['referral', 'byId', direction, ids],
    queryFn: async () => (await search({ direction }, { limit: 200, ids })).items,
  })

export const listCounts = (direction: ReferralFilters['direction']) =>
  queryOptions({
    queryKey: ['referral', 'listCounts', direction],
    queryFn: () => api.get<ReferralCounts>('/api/referral/listCounts', { ...quiet, query: { direction } }),
    placeholderData: (before: ReferralCounts | undefined) => before,
  })

export const assignable = queryOptions({
  queryKey: ['referralAssignable'],
  queryFn: () => api.get<Assignable>('/api/referral/assignable', quiet),
  staleTime: 300_000,
})

const views = '/api/referral/view/'
/** The saved views of the lists of referrals. */
export const viewsOfReferrals: ViewStore<SavedReferralFilters> = {
  query: { queryKey: ['referralView'], queryFn: () => api.get<ReferralViews>(views, quiet) },
  save: (given) => api.post(views, given, quiet),
  change: (id, given) => api.put(`${views}${id}`, given, quiet),
  remove: (id) => api.delete(`${views}${id}`),
  savedOf: (filters) => NewReferralView.shape.filters.parse(filters),
  sharings: () => (knownUser()?.organizationId ? ['nobody', 'organization'] : ['nobody']),
}

/** @param ids only these, if they match */
export const exportReferrals = (filters: ReferralFilters, ids?: string[]) =>
  api.post<Blob>('/api/referral/export', { ...filters, ...(ids ? { ids } : {}) })

export const changeReferrals = (call: BulkCall) => api.post<BulkAnswer>('/api/referral/bulk', call, quiet)
export const undoChange = (bulkId: string) => api.post<UndoAnswer>(`/api/referral/bulk/${bulkId}/undo`)
