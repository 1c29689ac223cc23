import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconUserCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Selection } from '#platform/web/lists/use-selection.ts'
import { type RowActs, rowAttributes, useRowActs, VirtualBody } from '#platform/web/lists/virtual-body.tsx'
import { dayText } from '#platform/web/time-words.ts'
import type { SortKey, SupportRequestInList } from '../support-request-call.ts'
import { handlesTickets } from './answering/reader-role.ts'
import classes from './help-desk.module.css'
import { MergedChip } from './merging/merged-words.tsx'
import type { useTicketAddress } from './ticket-filters.ts'
import { OrderChoice, SortableHeader } from './ticket-order.tsx'
import { PriorityWord, TicketStatusChip } from './ticket-words.tsx'
import { NewAnswerChip, WaitingAge } from './waiting/waiting-words.tsx'

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
/** Only people who handle tickets see how long each ticket has waited for an answer. */
const listColumns = () => (handlesTickets() ? [...columns, { name: 'waiting' }] : columns)

interface Rows {
  items: SupportRequestInList[]
  address: Address
  selection: Selection
  /** whether more can be loaded, and how */
  hasMore: boolean
  onNearEnd: () => void
}
const heights = { row: 62, card: 190, cardGap: 12 }

/** A virtualized table; on a phone its rows are cards. */
export function TicketRows({ items, address, selection, hasMore, onNearEnd }: Rows) {
  const { t } = useTranslation('tickets')
  const isCards = useMediaQuery('(max-width: 1180px)') ?? false
  const acts = useRowActs({ choose: selection.toggle, view: address.view, reach: selection.setCurrent })
  return (
    <>
      {isCards && <OrderChoice address={address} />}
      <table className={classes.table} aria-rowcount={hasMore ? -1 : items.length + 1} data-list-rows>
        <thead>
          <tr aria-rowindex={1}>
            {listColumns().map(({ name, sort }) =>
              sort ? (
                <SortableHeader key={name} sort={sort} address={address}>
                  {name === 'createdOn' && (
                    <Checkbox
                      size="xs"
                      aria-label={t('work.chooseAll')}
                      checked={selection.isAll}
                      indeterminate={selection.isSome}
                      onChange={selection.toggleAll}
                    />
                  )}
                </SortableHeader>
              ) : (
                <th key={name} scope="col" data-column={name}>
                  {t(`column.${name}`)}
                </th>
              ),
            )}
            <th scope="col" data-column="action">
              <VisuallyHidden>{t('column.action')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <VirtualBody
          items={items}
          current={selection.current}
          isCards={isCards}
          heights={heights}
          columns={listColumns().length + 1}
          hasMore={hasMore}
          onNearEnd={onNearEnd}
        >
          {(item, index, measure) => (
            <TicketRow
              item={item}
              index={index}
              isChosen={selection.isOn(item.id)}
              isCurrent={index === selection.current}
              acts={acts}
              measure={measure}
            />
          )}
        </VirtualBody>
      </table>
    </>
  )
}

/** Opens the ticket here; a middle click, or a click with a modifier key, opens it in a new tab. */
function TicketLink({ item: { id, ticketNumber }, onView }: { item: SupportRequestInList; onView: RowActs['view'] }) {
  return (
    <a
      href={`/support/helpDesk/${ticketNumber}`}
      className={classes.number}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onView(id)
      }}
    >
      {ticketNumber}
    </a>
  )
}

interface Row {
  item: SupportRequestInList
  index: number
  isChosen: boolean
  isCurrent: boolean
  acts: RowActs
  measure: (element: HTMLElement | null) => void
}
/** While scrolling, only rows that come into view are rendered. */
const TicketRow = memo(function TicketRow({ item, index, isChosen, isCurrent, acts, measure }: Row) {
  const { t } = useTranslation('tickets')
  const { assignee, ticketNumber } = item
  return (
    <tr {...rowAttributes({ id: item.id, index, isChosen, isCurrent, acts, measure })}>
      <td data-label={t('column.createdOn')}>
        <span className={classes.withBox}>
          <Checkbox
            size="xs"
            aria-label={t('work.chooseTicket', { ticketNumber })}
            checked={isChosen}
            onChange={(event) => acts.choose(item.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey === true)}
          />
          <time dateTime={item.createdOn}>{dayText(item.createdOn)}</time>
        </span>
      </td>
      <th scope="row" data-label={t('column.ticketNumber')}>
        <TicketLink item={item} onView={acts.view} />
      </th>
      <td data-label={t('column.fromOrganization')} data-cell="more">
        {item.fromOrganization?.name ?? t('page.noOrganization')}
      </td>
      <td data-label={t('column.createdByPortalAccount')} data-cell="more" title={item.createdByPortalAccount.email}>
        <Address email={item.createdByPortalAccount.email} />
      </td>
      <td data-label={t('column.supportRequestType')} data-cell="more">
        {t(`choices.supportRequestType.${item.supportRequestType}`)}
      </td>
      <td data-label={t('column.status')} className={classes.status}>
        <span>
          {item.mergedInto ? <MergedChip mergedInto={item.mergedInto} /> : <TicketStatusChip status={item.status} />}
          {item.hasNewAnswer && <NewAnswerChip />}
          {assignee && (
            <small className={classes.assignee}>
              <IconUserCheck size={14} aria-hidden />
              <VisuallyHidden>{t('column.assignee')}</VisuallyHidden> {assignee.contact.firstName}{' '}
              {assignee.contact.lastName}
            </small>
          )}
        </span>
      </td>
      <td data-label={t('column.priority')} data-cell="more">
        <PriorityWord priority={item.priority} />
      </td>
      <td data-label={t('column.description')} data-cell="description">
        <Excerpt text={item.description} />
      </td>
      {handlesTickets() && (
        <td data-label={t('column.waiting')} data-empty={item.needsAnswerSince === null || undefined}>
          <WaitingAge since={item.needsAnswerSince} />
        </td>
      )}
      <td className={classes.action}>
        <Button
          variant="subtle"
          size="sm"
          data-view={item.id}
          aria-label={t('page.viewTicket', { ticketNumber })}
          onClick={() => acts.view(item.id)}
        >
          {t('page.view')}
        </Button>
      </td>
    </tr>
  )
})

/** On two lines where it is long: whose it is, and the domain. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={classes.excerpt}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

const Excerpt = memo(function Excerpt({ text }: { text: string }) {
  return (
    <span className={classes.excerpt} dir="auto">
      {text.slice(0, 300)}
    </span>
  )
})
