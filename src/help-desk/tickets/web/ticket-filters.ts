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
/** What the list can be narrowed and ordered by, as it stands in the address bar and as the call takes it. */
export type TicketFilters = FiltersOf<typeof names>
export const readTicketFilters = (words: URLSearchParams): TicketFilters => readFilters(words, names)

/** How many of the panel's filters are on. */
export const countFilters = ({
  ticketNumber: _,
  sort: __,
  direction: ___,
  assignee: ____,
  needsAnswer: _____,
  ...panel
}: TicketFilters) => Object.keys(panel).length

/** The filters of the address bar, and the ticket that it says is open. */
export function useTicketAddress() {
  const [words, setWords] = useSearchParams()
  const go = (change: (next: URLSearchParams) => void, replace: boolean) =>
    setWords(
      () => {
        // The address is ahead of the screen when two filters are chosen in quick succession.
        const next = new URLSearchParams(window.location.search)
        change(next)
        return next
      },
      { replace, preventScrollReset: true },
    )
  return {
    filters: readTicketFilters(words),
    viewed: words.get('view'),
    /** Sets the filters that follow from those of the address; those left out go. */
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
