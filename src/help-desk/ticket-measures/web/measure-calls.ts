import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '#platform/web/api.ts'
import type { Measures } from '../measure.ts'
import type { WorkingHours } from '../working-hours.ts'
import type { MeasureFilters } from './measure-address.ts'

const path = '/api/supportPortal/measure/'
const hoursPath = '/api/supportPortal/workingHours/'

// A live event of type 'workingHours' invalidates the measures; changes of single tickets do not.
export const measuresOf = (filters: MeasureFilters) =>
  queryOptions({
    queryKey: ['workingHours', 'measures', filters],
    queryFn: ({ signal }) => api.get<Measures>(path, { quiet: true, signal, query: { ...filters } }),
    staleTime: 60_000,
    // If the filters were refused, a retry is useless.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
  })

export const saveWorkingHours = (given: WorkingHours) => api.put<WorkingHours>(hoursPath, given, { quiet: true })

export const organizationsLike = (name: string) =>
  queryOptions({
    queryKey: ['organization', 'pick', name],
    queryFn: ({ signal }) =>
      api.get<{ items: { id: string; name: string }[] }>('/api/organization/autocomplete', {
        quiet: true,
        signal,
        query: { name },
      }),
    staleTime: 60_000,
  })

export function exportAddress(filters: MeasureFilters, language: string) {
  const words = new URLSearchParams({ language })
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) if (one) words.append(name, one)
  return `${path}export?${words}`
}
