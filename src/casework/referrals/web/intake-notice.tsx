import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { takesNobody } from '#directory/services/service-intake.ts'
import { FitLine, IntakeChip, useFit } from '#directory/services/web/service-view-public.tsx'
import classes from './intake-notice.module.css'
import { intakeOf } from './referral-calls.ts'

interface IntakeNoticeProps {
  serviceId: string | null | undefined
  /** The person on record whom the service may fit. */
  contactId?: string | null | undefined
  reason: string
  name?: string
  error: string | undefined
  onReason: (reason: string) => void
}

/**
 * What a chosen service says of new people, unless it takes them freely, and whether it fits the person, if anybody said
 * for whom it is. Of one that takes nobody or does not fit, asks why the referral is sent anyway.
 */
export function IntakeNotice({ serviceId, contactId, reason, name, error, onReason }: IntakeNoticeProps) {
  const { t } = useTranslation(['referrals', 'services'])
  const { data } = useQuery({ ...intakeOf(serviceId ?? ''), enabled: Boolean(serviceId) })
  const intake = serviceId ? (data?.intake ?? null) : null
  const says = intake && !(intake.status === 'open' && intake.isConfirmed)
  const found = useFit(serviceId, contactId)
  const fit = found?.reasons.every(({ rule }) => rule === 'nothing') ? undefined : found
  // A service that is no longer listed cannot be read; the refusal tells.
  const asks = (says && takesNobody(intake)) || fit?.verdict === 'does-not-fit' || error !== undefined
  return (
    <div className={says || fit || asks ? classes.notice : undefined}>
      {/* It is there before it says something: only then is that read aloud. What is typed below is not. */}
      <div className={classes.words} role="status">
        {fit && <FitLine fit={fit} />}
        {says && <IntakeChip intake={intake} />}
        {says && intake.status === 'waitlist' && intake.isConfirmed && <p>{t('intake.waitlist')}</p>}
        {says && !intake.isConfirmed && <p>{t('intake.ask')}</p>}
      </div>
      {asks && (
        <Textarea
          name={name ?? 'intakeReason'}
          label={t('intake.why')}
          description={t('intake.whyHint')}
          required
          withAsterisk
          autosize
          maxLength={1000}
          value={reason}
          error={error}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
