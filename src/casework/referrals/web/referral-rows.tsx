import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import type { ReferralInList } from '../referral-call.ts'
import { peopleText } from './also-for-words.ts'
import classes from './referral-list-page.module.css'
import { ReferralStatusChip } from './referral-status-chip.tsx'
import { DueText } from './waiting-lines.tsx'

const otherSide = (item: ReferralInList) =>
  shownName((item.direction === 'incoming' ? item.referringOrganization : item.referredToOrganization).name)

/** A table whose rows are cards on a phone. */
export function ReferralRows({ items }: { items: ReferralInList[] }) {
  const { t } = useTranslation(['referrals', 'clients'])
  const columns = ['person', 'need', 'organization', 'status', 'age'] as const
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`list.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <Link to={`/referrals/${item.id}`}>{peopleText(t, item)}</Link>
              {item.unreadCount > 0 && (
                <span className={classes.unread}>
                  {t('list.unread', { count: item.unreadCount })}
                  {item.teamUnreadCount > 0 && ` · ${t('list.unreadByAll', { count: item.teamUnreadCount })}`}
                </span>
              )}
            </th>
            <td>
              {item.serviceName ?? t(`needs:${item.need}`)}
              {item.urgency !== 'routine' && (
                <span className={classes.urgent}> · {t(`choices.urgency.${item.urgency}`)}</span>
              )}
            </td>
            <td>{otherSide(item)}</td>
            <td>
              <ReferralStatusChip status={item.status} />
            </td>
            <td>
              <time dateTime={item.sentOn ?? item.createdOn}>{timeInWords(item.sentOn ?? item.createdOn)}</time>
              <div className={classes.due}>
                <DueText item={item} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
