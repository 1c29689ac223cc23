import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#platform/web/lists/lists.module.css'
import { supportRequestStatuses } from '../../support-request.ts'
import type { TicketFilters, useTicketAddress } from '../ticket-filters.ts'
import { isAgent, ticketCounts } from './working-calls.ts'

type Address = ReturnType<typeof useTicketAddress>

/** The longest waits come first, unless the reader sorts differently. */
const onlyWaiting = (now: TicketFilters): TicketFilters => ({
  ...now,
  needsAnswer: 'true',
  sort: 'waiting',
  direction: 'asc',
})
function withAnyAnswer({ needsAnswer: _, ...filters }: TicketFilters): TicketFilters {
  const { sort, direction: __, ...unsorted } = filters
  return sort === 'waiting' ? unsorted : filters
}
const withAnyStatus = ({ status: _, ...filters }: TicketFilters): TicketFilters => filters

/** The assignee and status filters with their counts. */
export function ScopeBar({ address: { filters, apply } }: { address: Address }) {
  const { t } = useTranslation('tickets')
  const { data } = useQuery(ticketCounts(filters))
  const count = (number: number | undefined) => {
    if (!data?.isKnown || number === undefined) return ''
    return number > data.most ? t('work.moreThan', { count: data.most }) : String(number)
  }
  const scopes = [
    {
      key: 'all',
      next: ({ assignee: _, ...anybodys }: TicketFilters) => anybodys,
      isOn: !filters.assignee,
      number: '',
    },
    ...(isAgent()
      ? [
          {
            key: 'mine',
            next: (now: TicketFilters) => ({ ...now, assignee: 'me' }),
            isOn: filters.assignee === 'me',
            number: count(data?.mine),
          },
        ]
      : []),
    {
      key: 'unassigned',
      next: (now: TicketFilters) => ({ ...now, assignee: 'none' }),
      isOn: filters.assignee === 'none',
      number: count(data?.unassigned),
    },
  ]
  const isOnly = (status: string, { status: chosen }: TicketFilters) => chosen?.length === 1 && chosen[0] === status
  return (
    <div className={classes.scopes}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label={t('work.whose')} className={classes.group}>
        {scopes.map(({ key, next, isOn, number }) => (
          <button key={key} type="button" className={classes.pill} aria-pressed={isOn} onClick={() => apply(next)}>
            {t(`work.scope.${key}`)} {number && <span className={classes.number}>{number}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label={t('column.status')} className={classes.group}>
        {isAgent() && (
          <button
            type="button"
            className={classes.pill}
            aria-pressed={Boolean(filters.needsAnswer)}
            onClick={() => apply((now) => (now.needsAnswer ? withAnyAnswer(now) : onlyWaiting(now)))}
          >
            {t('waiting.needsAnswer')} <span className={classes.number}>{count(data?.needsAnswer)}</span>
          </button>
        )}
        {supportRequestStatuses.map((status) => (
          <button
            key={status}
            type="button"
            className={classes.pill}
            aria-pressed={isOnly(status, filters)}
            onClick={() => apply((now) => (isOnly(status, now) ? withAnyStatus(now) : { ...now, status: [status] }))}
          >
            {t(`choices.status.${status}`)} <span className={classes.number}>{count(data?.status[status])}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
