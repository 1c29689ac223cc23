import { useSearchParams } from 'react-router'
import { type FiltersOf, readFilters } from '#platform/web/read-filters.ts'

const names = {
  single: ['startDate', 'endDate', 'organizationId', 'clock'],
  repeated: ['supportRequestType', 'priority'],
} as const
/** What the numbers are narrowed to, as it stands in the address bar and as the call takes it. */
export type MeasureFilters = FiltersOf<typeof names>
export const readMeasureFilters = (words: URLSearchParams): MeasureFilters => readFilters(words, names)

export function useMeasureAddress() {
  const [words, setWords] = useSearchParams()
  return {
    filters: readMeasureFilters(words),
    /** Takes these filters' place. */
    apply: (filters: MeasureFilters) => {
      const next = new URLSearchParams()
      for (const [name, value] of Object.entries(filters))
        for (const one of [value].flat()) if (one) next.append(name, one)
      setWords(next, { replace: true, preventScrollReset: true })
    },
  }
}
