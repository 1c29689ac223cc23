import { useSearchParams } from 'react-router'

/** What the list can be narrowed and ordered by, as it stands in the address bar and as the call takes it. */
export interface TicketFilters {
  ticketNumber?: string
  keyword?: string
  startDate?: string
  endDate?: string
  createdByPortalAccountId?: string
  supportRequestType?: string[]
  status?: string[]
  assignee?: string
  sort?: string
  direction?: string
}
const single = [
  'ticketNumber',
  'keyword',
  'startDate',
  'endDate',
  'createdByPortalAccountId',
  'assignee',
  'sort',
  'direction',
] as const
const repeated = ['supportRequestType', 'status'] as const
const all = [...single, ...repeated]

export function readFilters(words: URLSearchParams): TicketFilters {
  const filters: TicketFilters = {}
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

/** How many of the panel's filters are on. */
export const countFilters = ({ ticketNumber: _, sort: __, direction: ___, assignee: ____, ...panel }: TicketFilters) =>
  Object.keys(panel).length

/** The filters of the address bar, and the ticket that it says is open. */
export function useTicketAddress() {
  const [words, setWords] = useSearchParams()
  const go = (change: (next: URLSearchParams) => void, replace: boolean) =>
    setWords(
      (before) => {
        const next = new URLSearchParams(before)
        change(next)
        return next
      },
      { replace, preventScrollReset: true },
    )
  return {
    filters: readFilters(words),
    viewed: words.get('view'),
    /** Takes these filters' place; those left out go. */
    apply: (filters: TicketFilters) =>
      go((next) => {
        for (const name of all) next.delete(name)
        for (const [name, value] of Object.entries(filters))
          for (const one of [value].flat()) if (one) next.append(name, one)
      }, true),
    view: (id: string) => go((next) => next.set('view', id), false),
    closeView: () => go((next) => next.delete('view'), true),
  }
}
