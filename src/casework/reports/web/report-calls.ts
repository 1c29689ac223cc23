import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '#platform/web/api.ts'
import type { Report, ReportRowPage } from '../report.ts'
import { type ReportFilters, wordsOf } from './report-address.ts'

const path = '/api/report/organization'

// If the filters were refused, a retry is useless.
const retry = (failures: number, error: Error) => failures < 1 && !(error instanceof ApiError && error.status < 500)

export const reportOf = (filters: ReportFilters) =>
  queryOptions({
    queryKey: ['report', filters],
    queryFn: ({ signal }) => api.get<Report>(path, { quiet: true, signal, query: { ...filters } }),
    staleTime: 60_000,
    retry,
  })

export const reportRowsOf = (filters: Record<string, string | string[] | undefined>) =>
  infiniteQueryOptions({
    queryKey: ['report', 'rows', filters],
    queryFn: ({ signal, pageParam }) =>
      api.get<ReportRowPage>(`${path}/rows`, {
        quiet: true,
        signal,
        query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry,
  })

export const fileAddress = (filters: ReportFilters, file: 'csv' | 'json', inLanguage: string) =>
  `${path}/export?${wordsOf({ ...filters, file, inLanguage })}`
