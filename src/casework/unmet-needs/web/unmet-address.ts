import { useSearchParams } from 'react-router'
import { type FiltersOf, readFilters } from '#platform/web/read-filters.ts'
import { unmetKinds } from '../unmet-need.ts'

const names = { single: ['scope', 'from', 'to', 'need', 'state'], repeated: [] } as const
/** The filters of the report, as in the URL and in the call. */
export type UnmetFilters = FiltersOf<typeof names>

/** What the map shows. */
const KIND = 'map'

export function useUnmetAddress() {
  const [words, setWords] = useSearchParams()
  const change = (changed: Record<string, string | null>) =>
    setWords(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    filters: readFilters(words, names) as UnmetFilters,
    kind: unmetKinds.find((one) => one === words.get(KIND)) ?? unmetKinds[0],
    /** Changes some of the filters; null removes one. */
    change: (filters: { [Name in keyof UnmetFilters]: string | null }) => change(filters),
    showOnMap: (kind: string) => change({ [KIND]: kind }),
  }
}
