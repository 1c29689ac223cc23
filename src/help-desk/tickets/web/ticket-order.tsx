import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#ui/select.tsx'
import { type SortKey, sortKeys } from '../support-request-call.ts'
import classes from './help-desk.module.css'
import type { useTicketAddress } from './ticket-filters.ts'

type Address = ReturnType<typeof useTicketAddress>

const fallsFirst = (sort: SortKey) => sort === 'createdOn' || sort === 'ticketNumber'

/** The current sort key and direction, and how to change them. */
function orderOf({ filters, apply }: Address) {
  const sort = (filters.sort ?? (filters.ticketNumber ? 'ticketNumber' : 'createdOn')) as SortKey
  const direction = filters.direction ?? (fallsFirst(sort) ? 'desc' : 'asc')
  return {
    sort,
    falls: direction === 'desc',
    Arrow: direction === 'desc' ? IconArrowDown : IconArrowUp,
    orderBy: (next: SortKey) => apply((now) => ({ ...now, sort: next, direction: fallsFirst(next) ? 'desc' : 'asc' })),
    turn: () => apply((now) => ({ ...now, sort, direction: direction === 'desc' ? 'asc' : 'desc' })),
  }
}

/** A column header that sorts the list by it, and reverses the order on the second click. */
export function SortableHeader({
  sort,
  address,
  children,
}: {
  sort: SortKey
  address: Address
  children: React.ReactNode
}) {
  const { t } = useTranslation('tickets')
  const order = orderOf(address)
  const isOn = order.sort === sort
  return (
    <th scope="col" data-column={sort} aria-sort={isOn ? (order.falls ? 'descending' : 'ascending') : undefined}>
      <span className={classes.withBox}>
        {children}
        <button type="button" className={classes.sort} onClick={() => (isOn ? order.turn() : order.orderBy(sort))}>
          {t(`column.${sort}`)}
          {isOn && <order.Arrow size={14} aria-hidden />}
        </button>
      </span>
    </th>
  )
}

/** Cards have no column headers: their order is selected above them. */
export function OrderChoice({ address }: { address: Address }) {
  const { t } = useTranslation('tickets')
  const id = useId()
  const order = orderOf(address)
  return (
    <div className={classes.order}>
      <label htmlFor={id}>{t('work.order.by')}</label>
      <Select
        id={id}
        data={sortKeys.filter((key) => key !== 'waiting').map((value) => ({ value, label: t(`column.${value}`) }))}
        value={order.sort}
        allowDeselect={false}
        onChange={(next) => next && order.orderBy(next as SortKey)}
      />
      <ActionIcon
        variant="default"
        size={44}
        radius="xl"
        aria-label={t(order.falls ? 'work.order.falls' : 'work.order.rises')}
        onClick={order.turn}
      >
        <order.Arrow size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
