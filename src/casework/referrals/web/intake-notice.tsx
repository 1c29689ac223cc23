import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { takesNobody } from '#directory/services/service-intake.ts'
import { IntakeChip } from '#directory/services/web/service-view-public.tsx'
import classes from './intake-notice.module.css'
import { intakeOf } from './referral-calls.ts'

interface IntakeNoticeProps {
  serviceId: string | null | undefined
  reason: string
  error: string | undefined
  onReason: (reason: string) => void
}

/**
 * What a chosen service says of new people, unless it takes them freely. Of one that takes nobody, asks why the referral
 * is sent anyway.
 */
export function IntakeNotice({ serviceId, reason, error, onReason }: IntakeNoticeProps) {
  const { t } = useTranslation(['referrals', 'services'])
  const { data } = useQuery({ ...intakeOf(serviceId ?? ''), enabled: Boolean(serviceId) })
  const intake = serviceId ? (data?.intake ?? null) : null
  // A service that is no longer listed cannot be read; the refusal tells.
  if (!error && (!intake || (intake.status === 'open' && intake.isConfirmed))) return null
  const asks = takesNobody(intake) || error !== undefined
  return (
    <div className={classes.notice} role="status">
      {intake && <IntakeChip intake={intake} />}
      {intake?.status === 'waitlist' && intake.isConfirmed && <p>{t('intake.waitlist')}</p>}
      {intake?.isConfirmed === false && <p>{t('intake.ask')}</p>}
      {asks && (
        <Textarea
          name="intakeReason"
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
