import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadMore } from '#platform/web/lists/use-load-more.ts'
import { ticketList } from './ticket-calls.ts'
import type { TicketFilters } from './ticket-filters.ts'

const ways = ['previous', 'next'] as const
/** From one ticket to the one before or after it in the list. */
export interface Step {
  id: string
  way: (typeof ways)[number]
}

/** The tickets before and after this one in the list behind the dialog. A ticket that leaves the list keeps its place. */
function useNeighbors(id: string, filters: TicketFilters) {
  // The list itself keeps the pages up to date.
  const list = useInfiniteQuery({ ...ticketList(filters), enabled: false })
  const { data, hasNextPage } = list
  const loadMore = useLoadMore(list)
  const ids = data?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? []
  const at = ids.indexOf(id)
  const isLast = at >= 0 && at === ids.length - 1
  useEffect(() => {
    if (isLast && hasNextPage) loadMore()
  }, [isLast, hasNextPage, loadMore])
  const known = useRef<Partial<Record<Step['way'], string | undefined>>>({})
  if (at >= 0) known.current = { previous: ids[at - 1], next: ids[at + 1] }
  return known.current
}

interface StepsProps {
  id: string
  filters: TicketFilters
  /** the step that led to this ticket */
  cameBy: Step['way'] | null
  onStep: (step: Step) => void
}

/** Leads through the list without closing the dialog. */
export function NeighborSteps({ id, filters, cameBy, onStep }: StepsProps) {
  const { t } = useTranslation('tickets')
  const neighbors = useNeighbors(id, filters)
  if (!neighbors.previous && !neighbors.next) return null
  // Keyboard users continue in the same direction, and back at the end.
  const focused = cameBy && (neighbors[cameBy] ? cameBy : ways.find((way) => neighbors[way]))
  return ways.map((way) => {
    const to = neighbors[way]
    const Icon = way === 'previous' ? IconChevronLeft : IconChevronRight
    return (
      <ActionIcon
        key={way}
        variant="subtle"
        size={44}
        aria-label={t(`view.${way}`)}
        disabled={!to}
        data-autofocus={focused === way || undefined}
        onClick={() => to && onStep({ id: to, way })}
      >
        <Icon size={24} aria-hidden />
      </ActionIcon>
    )
  })
}
