import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const names = ['status', 'need', 'assigned', 'list', 'sort', 'contactId'] as const
type Name = (typeof names)[number]

/** As in the call. `search` may contain a name. */
export type ReferralFilters = { direction: 'incoming' | 'outgoing' } & Partial<
  Record<Name | 'search', string | undefined>
>

/** What a saved view keeps: not the search, nor one person. */
export type SavedReferralFilters = Partial<
  Record<'direction' | 'status' | 'need' | 'assigned' | 'list' | 'sort', string | string[] | undefined>
>
export const savedOf = ({ search: _, contactId: __, ...filters }: ReferralFilters): SavedReferralFilters => ({
  sort: 'newest',
  ...filters,
})

/** The search of each visit, by history entry: going back restores it, and no URL or storage contains a name. */
const searches = new Map<string, string>()

/** The filters are in the URL, so that a list can be bookmarked, shared and returned to. Search words are not. */
export function useReferralFilters() {
  const [words, setWords] = useSearchParams()
  const { key } = useLocation()
  const [search, setSearch] = useState(() => searches.get(key))
  const [clears, setClears] = useState(0)
  // Changing a filter replaces the history entry; the search is carried over.
  if (search) searches.set(key, search)
  else searches.delete(key)
  const direction = words.get('direction') === 'outgoing' ? 'outgoing' : 'incoming'
  const offered = names.filter((name) => name !== 'contactId' || direction === 'outgoing')
  const filters: ReferralFilters = {
    direction,
    // What is late must not be missed.
    ...(direction === 'incoming' ? { sort: 'late' } : {}),
    ...Object.fromEntries(offered.flatMap((name) => (words.get(name) ? [[name, words.get(name)]] : []))),
    ...(search ? { search } : {}),
  }
  const set = (name: Name | 'direction', value: string | null) => {
    // The URL is ahead of the screen: with two filters in quick succession, the first would be lost.
    const next = new URLSearchParams(location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    // A person is known to the side that sent them.
    if (name === 'direction') next.delete('contactId')
    setWords(next, { replace: true, preventScrollReset: true })
  }
  return {
    filters,
    set,
    setSearch,
    /** Replaces all filters by those of a saved view. */
    apply: (saved: SavedReferralFilters) => {
      setSearch(undefined)
      setClears((count) => count + 1)
      const words = Object.entries(saved).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
      setWords(new URLSearchParams(words), { replace: true, preventScrollReset: true })
    },
    /** changes when the fields must be cleared */
    clears,
    clear: () => {
      setSearch(undefined)
      setClears((count) => count + 1)
      setWords(words.get('direction') ? { direction } : {}, { replace: true })
    },
  }
}
export type Filtering = ReturnType<typeof useReferralFilters>

export const isFiltered = (filters: ReferralFilters) =>
  Object.entries(filters).some(([name, value]) => value && name !== 'direction' && name !== 'sort')
