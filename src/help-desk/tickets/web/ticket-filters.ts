import { useEffect, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { type FiltersOf, readFilters } from '#platform/web/read-filters.ts'

const names = {
  single: [
    'ticketNumber',
    'keyword',
    'startDate',
    'endDate',
    'createdByPortalAccountId',
    'organizationId',
    'assignee',
    'needsAnswer',
    'sort',
    'direction',
  ],
  repeated: ['supportRequestType', 'status', 'priority'],
} as const
const all = [...names.single, ...names.repeated]
/** The filters and the order of the list, as in the URL and in the call. */
export type TicketFilters = FiltersOf<typeof names>
export const readTicketFilters = (words: URLSearchParams): TicketFilters => readFilters(words, names)

/** Whether the assignee is a colleague: the buttons above the list show the reader's own tickets and unassigned ones. */
export const isColleague = (assignee: string | undefined): assignee is string =>
  assignee !== undefined && assignee !== 'me' && assignee !== 'none'

/** The number of active filters in the panel. */
export const countFilters = ({
  ticketNumber: _,
  sort: __,
  direction: ___,
  assignee,
  needsAnswer: ____,
  ...panel
}: TicketFilters) => Object.keys(panel).length + (isColleague(assignee) ? 1 : 0)

/** The filters in the URL, and the open ticket. */
export function useTicketAddress() {
  const [words, setWords] = useSearchParams()
  const { state } = useNavigation()
  const requested = useRef<{ from: string; to: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also once the URL has changed
  useEffect(() => {
    if (state === 'idle') requested.current = null
  }, [state, words])
  const go = (change: (next: URLSearchParams) => void, replace: boolean) =>
    setWords(
      () => {
        // The URL is ahead of the screen, and what is being loaded is ahead of the URL.
        const { search } = window.location
        const next = new URLSearchParams(requested.current?.from === search ? requested.current.to : search)
        change(next)
        requested.current = { from: search, to: next.toString() }
        return next
      },
      { replace, preventScrollReset: true },
    )
  return {
    filters: readTicketFilters(words),
    viewed: words.get('view'),
    /** Replaces the URL's filters with the result; omitted ones are removed. */
    apply: (change: (now: TicketFilters) => TicketFilters) =>
      go((next) => {
        const filters = change(readTicketFilters(next))
        for (const name of all) next.delete(name)
        for (const [name, value] of Object.entries(filters))
          for (const one of [value].flat()) if (one) next.append(name, one)
      }, true),
    view: (id: string) => go((next) => next.set('view', id), false),
    closeView: () => go((next) => next.delete('view'), true),
  }
}
