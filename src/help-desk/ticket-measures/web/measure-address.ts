import { useSearchParams } from 'react-router'
import { type FiltersOf, readFilters } from '#platform/web/read-filters.ts'

const names = {
  single: ['startDate', 'endDate', 'organizationId', 'clock'],
  repeated: ['supportRequestType', 'priority'],
} as const
/** The filters of the measures, as in the URL and in the call. */
export type MeasureFilters = FiltersOf<typeof names>
export const readMeasureFilters = (words: URLSearchParams): MeasureFilters => readFilters(words, names)

export function useMeasureAddress() {
  const [words, setWords] = useSearchParams()
  return {
    filters: readMeasureFilters(words),
    /** Replaces the filters. */
    apply: (filters: MeasureFilters) => {
      const next = new URLSearchParams()
      for (const [name, value] of Object.entries(filters))
        for (const one of [value].flat()) if (one) next.append(name, one)
      setWords(next, { replace: true, preventScrollReset: true })
    },
  }
}
