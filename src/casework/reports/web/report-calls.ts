import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '#platform/web/api.ts'
import type { Report, ReportOptions, ReportRowPage } from '../report.ts'
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

export const reportOptionsOf = ({ startDate, endDate, side }: Pick<Report, 'startDate' | 'endDate' | 'side'>) =>
  queryOptions({
    queryKey: ['report', 'options', startDate, endDate, side],
    queryFn: ({ signal }) =>
      api.get<ReportOptions>(`${path}/options`, { quiet: true, signal, query: { startDate, endDate, side } }),
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
