import { api } from '#platform/web/api.ts'
import type { AccessLogPage, MyRecords, NetworkAccessLogPage } from '../access-log-entry.ts'

const paged = <Page extends { nextCursor: string | null }>(path: string, lists: boolean) => ({
  queryKey: ['access-log', path, lists],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.get<Page>(path, { query: { cursor: pageParam, limit: 25, lists }, signal, quiet: true }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
  staleTime: 0,
})

export const accessLogOf = (contactId: string, lists: boolean) =>
  paged<AccessLogPage>(`/api/contact/${contactId}/accessLog`, lists)
export const networkAccessLog = (lists: boolean) => paged<NetworkAccessLogPage>('/api/admin/accessLog', lists)

export const myRecords = {
  queryKey: ['access-log', 'mine'],
  queryFn: () => api.get<MyRecords>('/api/myRecord'),
}
