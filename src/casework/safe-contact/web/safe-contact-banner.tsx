import { Button } from '@mantine/core'
import { IconClock, IconEyeOff, IconHandStop, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import type { SafeContact } from '../safe-contact.ts'
import classes from './safe-contact.module.css'
import { SafeContactFacts } from './safe-contact-facts.tsx'
import { useVerdict } from './use-verdict.ts'
import { momentText } from './when-text.ts'

interface BannerProps {
  rules: SafeContact | null
  /** The person's, as on record. */
  language: string | null
  /** One of several people on a screen, by name. */
  who?: string
  /** On the record itself, where it can be changed. */
  onEdit?: () => void
  /** Elsewhere, for the organization that keeps the record: its ID. Others read only. */
  contactId?: string | null
}

/** Above everything else about a person: how and when they may be contacted, and what must not be mentioned. */
export function SafeContactBanner({ rules, language, who, onEdit, contactId }: BannerProps) {
  const { t } = useTranslation('safe-contact')
  const id = useId()
  if (!rules)
    return onEdit ? (
      <div className={classes.none}>
        <IconShieldQuestion size={20} aria-hidden />
        <span>{t('banner.none')}</span>
        <Button variant="subtle" aria-haspopup="dialog" onClick={onEdit}>
          {t('banner.ask')}
        </Button>
      </div>
    ) : null
  const isStopped = rules.doNotContact
  const Icon = isStopped ? IconHandStop : IconShieldExclamation
  return (
    <section className={`${classes.banner} ${isStopped ? classes.stop : classes.careful}`} aria-labelledby={id}>
      <Icon className={classes.icon ?? ''} size={26} aria-hidden />
      <div className={classes.said}>
        <h2 id={id}>{[who, t(isStopped ? 'banner.stop' : 'banner.careful')].filter(Boolean).join(': ')}</h2>
        {isStopped && <p>{t(onEdit ? 'banner.stopText' : contactId ? 'banner.stopKeeper' : 'banner.stopRecipient')}</p>}
        {contactId && (
          <p>
            <Link to={`/people/${contactId}`}>{t('banner.openRecord')}</Link>
          </p>
        )}
        <HoursNow rules={rules} />
        {rules.isDiscreet && (
          <p className={classes.line}>
            <IconEyeOff size={18} aria-hidden />
            <strong>{t('banner.discreet')}</strong>
          </p>
        )}
        <SafeContactFacts {...{ rules, language }} />
      </div>
      {onEdit && (
        <Button className={classes.edit ?? ''} variant="default" aria-haspopup="dialog" onClick={onEdit}>
          {t('banner.edit')}
        </Button>
      )}
    </section>
  )
}

/** Whether now is a safe time. */
function HoursNow({ rules }: { rules: SafeContact }) {
  const { t } = useTranslation('safe-contact')
  const verdict = useVerdict({ ...rules, mayMail: true }, { way: 'mail' })
  if (verdict.isAllowed || !verdict.nextOn) return null
  return (
    <p className={classes.line}>
      <IconClock size={18} aria-hidden />
      <strong>{correctTimesIn(t('banner.next', { when: momentText(verdict.nextOn) }))}</strong>
    </p>
  )
}
