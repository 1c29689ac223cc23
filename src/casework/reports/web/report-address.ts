import { useSearchParams } from 'react-router'
import { type FiltersOf, readFilters } from '#platform/web/read-filters.ts'

const names = {
  single: ['startDate', 'endDate', 'side', 'withOrganizationId', 'county', 'zip', 'language', 'ageBand', 'compare'],
  repeated: ['need'],
} as const
/** The filters of a report, as in the URL and in the call. */
export type ReportFilters = FiltersOf<typeof names>
export const readReportFilters = (words: URLSearchParams): ReportFilters => readFilters(words, names)

/** Filters as the words of an address. */
export function wordsOf(filters: Record<string, string | string[] | undefined>) {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) if (one) words.append(name, one)
  return words
}

export function useReportAddress() {
  const [words, setWords] = useSearchParams()
  return {
    filters: readReportFilters(words),
    /** Replaces the filters. */
    apply: (filters: ReportFilters) => setWords(wordsOf(filters), { preventScrollReset: true }),
  }
}
