import { IconAlertTriangle, IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Referral } from '#casework/referrals/referral-call.ts'
import { api } from '#platform/web/api.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { NotifiedPerson, ShownNotice } from '../person-notice.ts'
import classes from './notified-people.module.css'

/** Of what the people of a referral were notified, and how they are notified next. */
export function NotifiedPeople({ referral: { id, sentOn } }: { referral: Referral }) {
  const { t } = useTranslation('person-notices')
  // Invalidated when referrals change.
  const { data } = useQuery({
    queryKey: ['referral', 'personNotice', id],
    queryFn: () => api.get<{ items: NotifiedPerson[] }>(`/api/referral/${id}/personNotice`, { quiet: true }),
    enabled: sentOn !== null,
    retry: false,
  })
  if (!data?.items.length) return null
  return (
    <Card labelledBy="notified-people" className={classes.card ?? ''}>
      <h2 id="notified-people">{t('title')}</h2>
      {data.items.map((person) => (
        <Person key={`${person.name} ${person.contactId}`} person={person} isOne={data.items.length === 1} />
      ))}
    </Card>
  )
}

function Person({ person, isOne }: { person: NotifiedPerson; isOne: boolean }) {
  const { t } = useTranslation('person-notices')
  const { name, contactId, channel, maskedAddress, reason, notices } = person
  return (
    <div className={classes.person}>
      {!isOne && <h3>{name}</h3>}
      <p className={classes.next}>
        <IconInfoCircle size={18} aria-hidden />
        <span>
          {channel ? t(`next.${channel}`, { address: maskedAddress ?? '' }).trim() : t(`not.${reason}`)}
          {reason && contactId && (
            <>
              {' '}
              <Link to={`/people/${contactId}`}>{t('openRecord')}</Link>
            </>
          )}
        </span>
      </p>
      {notices.length > 0 && (
        <ul className={classes.lines}>
          {notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </div>
  )
}

const icons = { told: IconCircleCheck, waiting: IconClock, 'not-told': IconAlertTriangle }

function NoticeLine({ notice: { kind, state, reason, channel, maskedAddress, changedOn } }: { notice: ShownNotice }) {
  const { t } = useTranslation('person-notices')
  const Icon = icons[state]
  const how = [channel && t(`by.${channel}`), maskedAddress].filter(Boolean).join(' ')
  return (
    <li className={classes[state === 'not-told' ? 'failed' : state]}>
      <Icon size={18} aria-hidden />
      <div>
        <b>{t(`kind.${kind}`)}</b>
        <div>{state === 'told' ? t('told', { how, when: timeInWords(changedOn) }) : t(`not.${reason}`)}</div>
      </div>
    </li>
  )
}
