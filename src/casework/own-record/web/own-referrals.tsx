import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '#casework/appointments/appointment.ts'
import { appointmentText } from '#casework/appointments/web/appointment-text-public.ts'
import { statusKey } from '#casework/referrals/status-key.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { OwnRecord, OwnReferral } from '../own-record.ts'
import { HelpQuestion } from './help-question.tsx'
import classes from './own-record.module.css'

const isAsked = ({ help }: OwnReferral) => Number(help.mayAnswer && help.answer === null)
/** Referrals with an open question come first. */
const askedFirst = (one: OwnReferral, other: OwnReferral) => isAsked(other) - isAsked(one)

/** The status of a person's referrals, in plain words, newest first. */
export function OwnReferrals({ record: { contactId, organizationName, referrals } }: { record: OwnRecord }) {
  const { t } = useTranslation('own-record')
  const id = useId()
  return (
    <Card labelledBy={id} className={classes.card ?? ''}>
      <h3 id={id}>{t('referrals.title')}</h3>
      {referrals.length === 0 && <p className={classes.quiet}>{t('referrals.none')}</p>}
      {referrals.length > 0 && (
        <ul className={classes.lines}>
          {referrals.toSorted(askedFirst).map((referral) => (
            <li key={referral.id}>
              <strong>{referral.serviceName ?? t(`needs:${referral.need}`)}</strong>
              <p>{shownName(referral.organizationName)}</p>
              <p>{t(statusKey(referral.status))}</p>
              {referral.appointment && <OwnAppointment appointment={referral.appointment} />}
              {referral.where && <Where where={referral.where} />}
              <HelpQuestion {...{ contactId, referral }} organization={shownName(organizationName)} />
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

/** Whom to call and where to go. */
function Where({ where: { phones, place, hours } }: { where: NonNullable<OwnReferral['where']> }) {
  const { t, i18n } = useTranslation('own-record')
  return (
    <>
      {phones.map(({ shown, href }) =>
        href ? (
          <Button
            key={shown}
            component="a"
            href={href}
            variant="light"
            leftSection={<IconPhone size={18} aria-hidden />}
          >
            {t('referrals.call', { number: shown })}
          </Button>
        ) : (
          <p key={shown}>{shown}</p>
        ),
      )}
      {place && (
        <p>
          {place.lines.join(', ')}{' '}
          <a href={place.mapUrl} rel="noreferrer">
            {t('referrals.directions')}
          </a>
        </p>
      )}
      {hours && <p>{hours[i18n.language.startsWith('es') ? 'es' : 'en']}</p>}
    </>
  )
}

function OwnAppointment({ appointment: { startsOn, note, cancelledOn } }: { appointment: Appointment }) {
  const { t } = useTranslation('own-record')
  const when = appointmentText(startsOn)
  if (cancelledOn) return <p>{t('referrals.cancelled', { when })}</p>
  return (
    <>
      <p>
        <strong>{t('referrals.appointment', { when })}</strong>
      </p>
      {note && <p className={classes.text}>{note}</p>}
    </>
  )
}
