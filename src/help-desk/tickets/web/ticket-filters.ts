import { useSearchParams } from 'react-router'
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

/** The number of active filters in the panel. */
export const countFilters = ({
  ticketNumber: _,
  sort: __,
  direction: ___,
  assignee: ____,
  needsAnswer: _____,
  ...panel
}: TicketFilters) => Object.keys(panel).length

/** The filters in the URL, and the open ticket. */
export function useTicketAddress() {
  const [words, setWords] = useSearchParams()
  const go = (change: (next: URLSearchParams) => void, replace: boolean) =>
    setWords(
      () => {
        // The URL is ahead of the screen if two filters are selected in quick succession.
        const next = new URLSearchParams(window.location.search)
        change(next)
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
