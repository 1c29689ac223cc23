import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import type { ReferralInList, Waiting, WaitingReferral } from '../referral-call.ts'
import { addWorkingDays } from '../working-days.ts'
import { peopleText } from './also-for-words.ts'
import classes from './home-page.module.css'
import { ReferralStatusChip } from './referral-status-chip.tsx'

const needOf = (t: TFunction, item: ReferralInList) => item.serviceName ?? t(`needs:${item.need}`)

/** "Ana R. · rent assistance"; without a name if the recipient may no longer see it. */
export const aboutWhom = (t: TFunction, item: ReferralInList) => [peopleText(t, item), needOf(t, item)].join(' · ')

/** Working days left to answer; few of them are shown in the urgent color. */
function daysLeft(dueOn: string, now = new Date()) {
  let days = 0
  while (days < 10 && addWorkingDays(now, days + 1).toISOString() <= dueOn) days += 1
  return days
}

const dayLength = 24 * 60 * 60 * 1000

/** What was promised, once its time has ended or ends within a day. */
export function promiseText(
  t: TFunction,
  { promiseStage, promiseDueOn }: Pick<ReferralInList, 'promiseStage' | 'promiseDueOn'>,
) {
  const left = promiseDueOn ? Date.parse(promiseDueOn) - Date.now() : dayLength
  if (!promiseDueOn || left >= dayLength) return null
  return t(`referrals:promise.${left < 0 ? 'late' : 'soon'}.${promiseStage}`, { when: timeInWords(promiseDueOn) })
}

export function DueText({ item }: { item: ReferralInList }) {
  const { t } = useTranslation('referrals')
  if (item.waitsForConfirmation) return <span className={classes.late}>{t('confirm.mark')}</span>
  const promise = promiseText(t, item)
  if (promise) return <span className={classes.late}>{promise}</span>
  if (item.isLate) return <span className={classes.late}>{t('promise.lateOnly')}</span>
  if (!item.responseDueOn || item.status !== 'Sent') return null
  const left = daysLeft(item.responseDueOn)
  return <span className={left <= 3 ? classes.late : undefined}>{t('due', { count: left })}</span>
}

function WhyItWaits({ item }: { item: WaitingReferral }) {
  const { t } = useTranslation('referrals')
  if (item.lastMessage && item.waitsFor !== 'confirm')
    return t(item.lastMessage.text ? 'home.wrote' : 'home.sentFile', {
      organization: shownName(item.lastMessage.organizationName),
      text: item.lastMessage.text,
    })
  if (item.waitsFor === 'confirm')
    return t('home.confirm', { organization: shownName(item.referredToOrganization.name) })
  if (item.waitsFor === 'reopen')
    return t('home.askedReopen', { organization: shownName(item.referredToOrganization.name) })
  if (item.waitsFor === 'assign')
    return t('home.unassigned', { organization: shownName(item.referringOrganization.name) })
  if (item.waitsFor === 'unsent') return t('home.unsent')
  if (item.waitsFor === 'answer')
    return t('home.helpDenied', { organization: shownName(item.referredToOrganization.name) })
  if (item.waitsFor === 'next') return whatHappened(t, item)
  if (item.waitsFor === 'override')
    return t('home.override', { organization: shownName(item.referredToOrganization.name) })
  if (item.waitsFor === 'review') return t('home.review', { day: item.reviewOn ? dayText(item.reviewOn) : '' })
  return (
    <>
      {t('home.from', { organization: item.referringOrganization.name })} ·{' '}
      {item.status === 'Sent' ? <DueText item={item} /> : timeInWords(item.waitsSince)}
    </>
  )
}

export function WaitingLine({ item }: { item: WaitingReferral }) {
  const { t } = useTranslation(['referrals', 'clients'])
  const labels: Partial<Record<WaitingReferral['waitsFor'], string>> = {
    message: t('home.reply'),
    next: t('home.next'),
    assign: t('home.assign'),
  }
  // Referrals are assigned in the list.
  const to =
    item.waitsFor === 'assign'
      ? `/referrals?${new URLSearchParams({ assigned: 'nobody', status: item.status })}`
      : `/referrals/${item.id}`
  const label = labels[item.waitsFor] ?? t('home.open')
  return (
    <li className={classes.line}>
      <div>
        <Link className={classes.name} to={`/referrals/${item.id}`}>
          {aboutWhom(t, item)}
        </Link>
        <p className={classes.about}>
          <WhyItWaits item={item} />
        </p>
      </div>
      <div className={classes.side}>
        <ReferralStatusChip status={item.status} />
        <Button component={Link} to={to} variant="default" aria-label={`${label}: ${aboutWhom(t, item)}`}>
          {label}
        </Button>
      </div>
    </li>
  )
}

/** What happened to something sent, in words. */
export function whatHappened(t: TFunction, item: ReferralInList) {
  const ended = item.outcome
    ? t(`referrals:outcome.${item.outcome}`)
    : item.reason && (item.status === 'Declined' || item.status === 'Closed: Unresolved')
      ? t(`referrals:reason.${item.reason}`)
      : null
  return [shownName(item.referredToOrganization.name), ended, timeInWords(item.statusChangedOn)]
    .filter(Boolean)
    .join(' · ')
}

export function SentLine({ item }: { item: Waiting['sent'][number] }) {
  const { t } = useTranslation(['referrals', 'clients'])
  return (
    <li className={classes.line}>
      <div>
        <Link className={classes.name} to={`/referrals/${item.id}`}>
          {aboutWhom(t, item)}
        </Link>{' '}
        {item.isNews && <span className={classes.news}>{t('home.news')}</span>}
        <p className={classes.about}>
          {item.waitsForConfirmation
            ? t('home.confirm', { organization: shownName(item.referredToOrganization.name) })
            : whatHappened(t, item)}
        </p>
      </div>
      <div className={classes.side}>
        <ReferralStatusChip status={item.status} isBeingSent={item.isBeingSent} />
      </div>
    </li>
  )
}
