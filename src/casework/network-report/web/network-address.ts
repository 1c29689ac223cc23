import { useSearchParams } from 'react-router'
import { type FiltersOf, readFilters } from '#platform/web/read-filters.ts'

const names = { single: ['from', 'to', 'need', 'area'], repeated: [] } as const
/** The filters of the report, as in the URL and in the call. */
export type NetworkFilters = FiltersOf<typeof names>

export function useNetworkAddress() {
  const [words, setWords] = useSearchParams()
  return {
    filters: readFilters(words, names) as NetworkFilters,
    /** Changes some of the filters; an empty one is removed. */
    change: (filters: NetworkFilters) =>
      setWords(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(filters)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
