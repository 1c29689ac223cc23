import { IconAlertTriangle, IconClock, IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { CallLink } from '#platform/web/call-link.tsx'
import type { SafeContact } from '../safe-contact.ts'
import type { Refusal } from '../safe-contact-policy.ts'
import classes from './safe-contact.module.css'
import { useVerdict } from './use-verdict.ts'
import { momentText } from './when-text.ts'

const Mark = ({ icon: Icon = IconAlertTriangle, children }: { icon?: typeof IconClock; children: ReactNode }) => (
  <span className={classes.mark}>
    <Icon size={16} aria-hidden />
    {children}
  </span>
)

/** Why nothing may be pressed here, in a few words with an icon. */
function RefusalMark({ refusal, unsafe, nextOn }: { refusal: Refusal; unsafe: string; nextOn?: number | null }) {
  const { t } = useTranslation('safe-contact')
  if (refusal === 'do-not-contact') return <Mark icon={IconHandStop}>{t('mark.stop')}</Mark>
  if (refusal === 'not-now')
    return (
      <Mark icon={IconClock}>
        {nextOn ? correctTimesIn(t('mark.next', { when: momentText(nextOn) })) : t('mark.not-now')}
      </Mark>
    )
  return <Mark>{refusal === 'unsafe' ? unsafe : t('mark.not-asked')}</Mark>
}

/** A telephone number with what is safe at it; it can be pressed only if a call is safe now. */
export function SafePhoneLink({ rules, number }: { rules: SafeContact | null; number: string }) {
  const { t } = useTranslation('safe-contact')
  const call = useVerdict(rules, { way: 'call', to: number })
  const phone = rules?.phones.find(({ phoneNumber }) => phoneNumber === number)
  const isKnown = phone && !rules?.doNotContact
  return (
    <>
      {call.isAllowed ? <CallLink number={number} /> : phoneText(number)}
      {!call.isAllowed && <RefusalMark {...call} unsafe={t('mark.noCall')} />}
      {isKnown && phone.mayCall && !phone.mayVoicemail && <Mark>{t('mark.noVoicemail')}</Mark>}
      {isKnown && !phone.mayText && <Mark>{t('mark.noText')}</Mark>}
    </>
  )
}

/** A telephone number in a list: it can be pressed only if a call is safe now. */
export function SafeCall({ number, refusal }: { number: string; refusal: Refusal | null }) {
  const { t } = useTranslation('safe-contact')
  if (!refusal) return <CallLink number={number} />
  return (
    <>
      {phoneText(number)} <RefusalMark refusal={refusal} unsafe={t('mark.noCall')} />
    </>
  )
}

/** An e-mail address; it can be pressed only if writing to it is safe now. */
export function SafeEmailLink({ rules, email }: { rules: SafeContact | null; email: string }) {
  const { t } = useTranslation('safe-contact')
  const verdict = useVerdict(rules, { way: 'email', to: email })
  if (verdict.isAllowed) return <a href={`mailto:${email}`}>{email}</a>
  return (
    <>
      {email}
      <RefusalMark {...verdict} unsafe={t('mark.noEmail')} />
    </>
  )
}
