import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '#platform/web/time-words.ts'
import type { SortKey, SupportRequestInList } from '../support-request-call.ts'
import classes from './help-desk.module.css'
import type { useTicketAddress } from './ticket-filters.ts'
import { PriorityWord, TicketStatusChip } from './ticket-words.tsx'

type Address = ReturnType<typeof useTicketAddress>

const columns: { name: string; sort?: SortKey }[] = [
  { name: 'createdOn', sort: 'createdOn' },
  { name: 'ticketNumber', sort: 'ticketNumber' },
  { name: 'fromOrganization', sort: 'fromOrganization' },
  { name: 'createdByPortalAccount', sort: 'createdByPortalAccount' },
  { name: 'supportRequestType', sort: 'supportRequestType' },
  { name: 'status', sort: 'status' },
  { name: 'priority', sort: 'priority' },
  { name: 'description' },
]
const fallsFirst = (sort: SortKey) => sort === 'createdOn' || sort === 'ticketNumber'

/** A table that reads as cards on a phone. */
export function TicketRows({ items, address }: { items: SupportRequestInList[]; address: Address }) {
  const { t } = useTranslation('help-desk')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ name, sort }) =>
            sort ? (
              <SortableHeader key={name} sort={sort} address={address} />
            ) : (
              <th key={name} scope="col">
                {t(`column.${name}`)}
              </th>
            ),
          )}
          <th scope="col">
            <span className={classes.spoken}>{t('column.action')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <TicketRow key={item.id} item={item} onView={address.view} />
        ))}
      </tbody>
    </table>
  )
}

function SortableHeader({ sort, address: { filters, apply } }: { sort: SortKey; address: Address }) {
  const { t } = useTranslation('help-desk')
  const isOn = (filters.sort ?? (filters.ticketNumber ? 'ticketNumber' : 'createdOn')) === sort
  const direction = filters.direction ?? (fallsFirst(sort) ? 'desc' : 'asc')
  const turned = direction === 'desc' ? 'asc' : 'desc'
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={isOn ? (direction === 'desc' ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => apply({ ...filters, sort, direction: isOn ? turned : fallsFirst(sort) ? 'desc' : 'asc' })}
      >
        {t(`column.${sort}`)}
        {isOn && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  )
}

const TicketRow = memo(function TicketRow({
  item,
  onView,
}: {
  item: SupportRequestInList
  onView: (id: string) => void
}) {
  const { t } = useTranslation('help-desk')
  return (
    <tr>
      <td data-label={t('column.createdOn')}>
        <time dateTime={item.createdOn}>{dayText(item.createdOn)}</time>
      </td>
      <th scope="row" data-label={t('column.ticketNumber')}>
        {item.ticketNumber}
      </th>
      <td data-label={t('column.fromOrganization')}>{item.fromOrganization?.name ?? t('page.noOrganization')}</td>
      <td
        data-label={t('column.createdByPortalAccount')}
        className={classes.email}
        title={item.createdByPortalAccount.email}
      >
        {item.createdByPortalAccount.email}
      </td>
      <td data-label={t('column.supportRequestType')}>{t(`choices.supportRequestType.${item.supportRequestType}`)}</td>
      <td data-label={t('column.status')} className={classes.status}>
        <TicketStatusChip status={item.status} />
      </td>
      <td data-label={t('column.priority')}>
        <PriorityWord priority={item.priority} />
      </td>
      <td data-label={t('column.description')}>
        <span className={classes.excerpt} dir="auto">
          {item.description.slice(0, 300)}
        </span>
      </td>
      <td className={classes.action}>
        <Button
          variant="subtle"
          size="sm"
          aria-label={t('page.viewTicket', { ticketNumber: item.ticketNumber })}
          onClick={() => onView(item.id)}
        >
          {t('page.view')}
        </Button>
      </td>
    </tr>
  )
})
