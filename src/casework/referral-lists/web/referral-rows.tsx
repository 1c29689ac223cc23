import { Checkbox, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconUserCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ReferralInList } from '#casework/referrals/referral-call.ts'
import { DueText, peopleText, ReferralStatusChip } from '#casework/referrals/web/referral-words-public.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import type { Selection } from '#platform/web/lists/use-selection.ts'
import { type RowActs, rowAttributes, useRowActs, VirtualBody } from '#platform/web/lists/virtual-body.tsx'
import { timeInWords } from '#platform/web/time-words.ts'
import classes from './referral-lists.module.css'

const columns = ['person', 'need', 'organization', 'status', 'age'] as const
const heights = { row: 76, card: 176, cardGap: 12 }

const otherSide = (item: ReferralInList) =>
  shownName((item.direction === 'incoming' ? item.referringOrganization : item.referredToOrganization).name)

/** A virtualized table; on a phone its rows are cards. */
export function ReferralRows({
  items,
  selection,
  hasMore,
  onNearEnd,
}: {
  items: ReferralInList[]
  selection: Selection
  hasMore: boolean
  onNearEnd: () => void
}) {
  const { t } = useTranslation(['referrals', 'referral-lists'])
  const navigate = useNavigate()
  const isCards = useMediaQuery('(max-width: 800px)') ?? false
  const acts = useRowActs({
    choose: selection.toggle,
    view: (id) => navigate(`/referrals/${id}`),
    reach: selection.setCurrent,
  })
  return (
    <table className={classes.table} aria-rowcount={hasMore ? -1 : items.length + 1} data-list-rows>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              <span className={classes.withBox}>
                {column === 'person' && (
                  <Checkbox
                    size="sm"
                    aria-label={t('referral-lists:chooseAll')}
                    checked={selection.isAll}
                    indeterminate={selection.isSome}
                    onChange={selection.toggleAll}
                  />
                )}
                {t(`list.column.${column}`)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <VirtualBody
        items={items}
        current={selection.current}
        isCards={isCards}
        heights={heights}
        columns={columns.length}
        hasMore={hasMore}
        onNearEnd={onNearEnd}
      >
        {(item, index, measure) => (
          <ReferralRow
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
  )
}

interface Row {
  item: ReferralInList
  index: number
  isChosen: boolean
  isCurrent: boolean
  acts: RowActs
  measure: (element: HTMLElement | null) => void
}
/** While scrolling, only rows that come into view are rendered. */
const ReferralRow = memo(function ReferralRow({ item, index, isChosen, isCurrent, acts, measure }: Row) {
  const { t } = useTranslation(['referrals', 'referral-lists', 'needs'])
  const name = peopleText(t, item)
  const since = item.sentOn ?? item.createdOn
  return (
    <tr {...rowAttributes({ id: item.id, index, isChosen, isCurrent, acts, measure })}>
      <th scope="row">
        <span className={classes.withBox}>
          <Checkbox
            size="sm"
            className={classes.box ?? ''}
            aria-label={t('referral-lists:choose', { name })}
            checked={isChosen}
            onChange={(event) => acts.choose(item.id, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
          <span>
            <Link to={`/referrals/${item.id}`} data-view={item.id}>
              {name}
            </Link>
            {item.unreadCount > 0 && (
              <span className={classes.unread}>
                {t('list.unread', { count: item.unreadCount })}
                {item.teamUnreadCount > 0 && ` · ${t('list.unreadByAll', { count: item.teamUnreadCount })}`}
              </span>
            )}
          </span>
        </span>
      </th>
      <td>
        {item.serviceName ?? t(`needs:${item.need}`)}
        {item.urgency !== 'routine' && (
          <span className={classes.urgent}> · {t(`choices.urgency.${item.urgency}`)}</span>
        )}
      </td>
      <td>{otherSide(item)}</td>
      <td>
        <ReferralStatusChip status={item.status} isBeingSent={item.isBeingSent} />
        {item.assignee && (
          <small className={classes.assignee}>
            <IconUserCheck size={14} aria-hidden />
            <VisuallyHidden>{t('facts.assignee')}</VisuallyHidden> {item.assignee.name}
          </small>
        )}
      </td>
      <td>
        <time dateTime={since}>{timeInWords(since)}</time>
        <div className={classes.due}>
          {item.isLate && <span className={classes.urgent}>{t('referral-lists:late')} </span>}
          <DueText item={item} />
        </div>
      </td>
    </tr>
  )
})
