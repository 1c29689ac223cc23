import { useSearchParams } from 'react-router'

/** What the numbers are narrowed to, as it stands in the address bar and as the call takes it. */
export interface MeasureFilters {
  startDate?: string
  endDate?: string
  organizationId?: string
  clock?: string
  supportRequestType?: string[]
  priority?: string[]
}
const single = ['startDate', 'endDate', 'organizationId', 'clock'] as const
const repeated = ['supportRequestType', 'priority'] as const

export function readFilters(words: URLSearchParams): MeasureFilters {
  const filters: MeasureFilters = {}
  for (const name of single) {
    const value = words.get(name)
    if (value) filters[name] = value
  }
  for (const name of repeated) {
    const values = words.getAll(name)
    if (values.length) filters[name] = values
  }
  return filters
}

export function useMeasureAddress() {
  const [words, setWords] = useSearchParams()
  return {
    filters: readFilters(words),
    /** Takes these filters' place. */
    apply: (filters: MeasureFilters) => {
      const next = new URLSearchParams()
      for (const [name, value] of Object.entries(filters))
        for (const one of [value].flat()) if (one) next.append(name, one)
      setWords(next, { replace: true, preventScrollReset: true })
    },
  }
}
