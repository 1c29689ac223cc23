import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Fit } from '#directory/eligibility/fit.ts'
import { Need } from '#directory/needs/need.ts'
import { Id } from '#platform/schema/fields.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import {
  fitFilters,
  MAX_RADIUS_MILES,
  type PersonServicePage,
  readBox,
  type ServicePage,
  type TermNode,
} from '../service-search.ts'

const PAGE = 20
/** The filters in the URL, with the names of the API's parameters. */
export const filterNames = [
  'text',
  'near',
  'radius',
  'category',
  'need',
  'openNow',
  'language',
  'free',
  'takesPeople',
  'takesReferrals',
  'contactId',
  'fit',
  'anywhere',
  'bbox',
] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** A search that was silent for this long is over for the server, which counts it then. */
const SILENT_MS = 30 * 60_000
const searches = new Map<string, { id: string; usedOn: number; isOpened: boolean }>()

/** The search for these words at this place in this tab; going back to it, or changing its filters, is no new one. */
function searchOf({ text = '', near = '', category = '' }: Filters) {
  const key = JSON.stringify([text, near, category])
  const known = searches.get(key)
  if (known && Date.now() - known.usedOn < SILENT_MS) return known
  const begun = { id: randomUuid(), usedOn: Date.now(), isOpened: false }
  searches.set(key, begun)
  return begun
}

/** Says that something of this search was of use. Only a count: what was opened, and by whom, is not said. */
export function noteOpened(filters: Filters) {
  const search = searchOf(filters)
  if (search.isOpened || (!filters.text && !filters.category)) return
  search.isOpened = true
  api.post(`/api/serviceSearch/${search.id}/opened`, undefined, { quiet: true }).catch(() => {
    search.isOpened = false
  })
}

const isRadius = (value: string) => Number(value) >= 1 && Number(value) <= MAX_RADIUS_MILES

const checks: Partial<Record<string, (value: string) => boolean>> = {
  radius: isRadius,
  category: (value) => Id.safeParse(value).success,
  bbox: (value) => readBox(value) !== null,
  need: (value) => Need.safeParse(value).success,
  contactId: (value) => Id.safeParse(value).success,
  fit: (value) => (fitFilters as readonly string[]).includes(value),
}

/** A filter that is none, as in a mistyped link, is left out: the search would fail again and again. */
const filtersOf = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name)
      const isValid = checks[name] ?? Boolean
      return value && isValid(value) ? [[name, value]] : []
    }),
  )

/** One of the pages; `fit` and `personZip` only if the search is for a person. */
export type FoundPage = Omit<ServicePage, 'items'> &
  Partial<Pick<PersonServicePage, 'personZip'>> & { items: FoundService[] }
export type FoundService = ServicePage['items'][number] & { fit?: Fit }

type Search = Filters & { limit: number; cursor: string | undefined; searchId: string }

/** Who the person is, is sent in the body: addresses are logged on the way. */
function find(search: Search, signal: AbortSignal): Promise<FoundPage> {
  if (search.contactId) return api.post<PersonServicePage>('/api/service/search', search, { signal, quiet: true })
  const { fit, anywhere, ...query } = search
  return api.get<ServicePage>('/api/service/', { query, signal, quiet: true })
}

/** Whether the results are on a map too is in the URL, but no filter. */
const VIEW = 'view'
const MAP = 'map'

/** The query string of a search; it stays on the map, or in the list alone. */
export const searchAddress = (filters: Filters, params: URLSearchParams) => {
  const kept = Object.entries(filters).filter(([, value]) => value) as [string, string][]
  return `?${new URLSearchParams(params.get(VIEW) === MAP ? [...kept, [VIEW, MAP]] : kept)}`
}

/** The search in the URL: its filters, a function to change them, and the results. */
export function useDirectorySearch() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => filtersOf(params), [params])
  const change = (next: Filters) => {
    // The URL is ahead of the screen: with two filters in quick succession, the first would be lost.
    const now = new URLSearchParams(location.search)
    setParams(searchAddress({ ...filtersOf(now), ...next }, now), { preventScrollReset: true })
  }
  const showMap = (isShown: boolean) => {
    const now = filtersOf(new URLSearchParams(location.search))
    setParams(searchAddress(now, new URLSearchParams(isShown ? { [VIEW]: MAP } : {})), { preventScrollReset: true })
  }
  const isZip = !filters.near || /^\d{5}(-\d{4})?$/.test(filters.near)
  const search = useInfiniteQuery({
    queryKey: ['service', filters],
    queryFn: ({ pageParam, signal }) => {
      const search = searchOf(filters)
      search.usedOn = Date.now()
      return find({ ...filters, limit: PAGE, cursor: pageParam, searchId: search.id }, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: isZip,
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status === 400),
  })
  const isZipUnknown = search.error instanceof ApiError && search.error.errors.some((e) => e.path === 'near')
  const zipProblem = !isZip ? 'search.zipFormat' : isZipUnknown ? 'search.zipUnknown' : null
  // The person stays, for whom nothing was found.
  const clear = () =>
    setParams(searchAddress(filters.contactId ? { contactId: filters.contactId } : {}, params), {
      preventScrollReset: true,
    })
  return { filters, change, clear, search, zipProblem, isOnMap: params.get(VIEW) === MAP, showMap }
}

const allTerms = {
  queryKey: ['taxonomyTerm'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ items: TermNode[] }>('/api/taxonomyTerm/', { signal, quiet: true })).items,
  staleTime: 300_000,
}

/** The categories that have services, and the chosen one. */
export const useTerms = (chosen: string | undefined) =>
  useQuery({
    ...allTerms,
    select: (terms) => terms.filter(({ id, serviceCount }) => serviceCount > 0 || id === chosen),
  })

/** All categories, to choose some for a service. */
export const useAllTerms = () => useQuery(allTerms)
