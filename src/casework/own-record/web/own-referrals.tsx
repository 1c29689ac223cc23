import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { statusKey } from '#casework/referrals/status-key.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { OwnRecord } from '../own-record.ts'
import classes from './own-record.module.css'

/** Where a person's referrals stand, in plain words, newest first. */
export function OwnReferrals({ record: { referrals } }: { record: OwnRecord }) {
  const { t } = useTranslation('own-record')
  const id = useId()
  return (
    <Card labelledBy={id} className={classes.card ?? ''}>
      <h3 id={id}>{t('referrals.title')}</h3>
      {referrals.length === 0 && <p className={classes.quiet}>{t('referrals.none')}</p>}
      {referrals.length > 0 && (
        <ul className={classes.lines}>
          {referrals.map((referral) => (
            <li key={referral.id}>
              <strong>{t(`needs:${referral.need}`)}</strong>
              <p>{shownName(referral.organizationName)}</p>
              <p>{t(statusKey(referral.status))}</p>
              <p className={classes.quiet}>
                {t('referrals.days', { sent: dayText(referral.sentOn), changed: dayText(referral.statusChangedOn) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
