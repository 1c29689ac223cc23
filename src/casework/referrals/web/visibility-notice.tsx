import { Alert } from '@mantine/core'
import { IconEyeOff, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dayText } from '#platform/web/time-words.ts'
import type { Referral } from '../referral-call.ts'
import { closedStatuses } from '../referral-machine.ts'
import { closedVisibleDays, detailsVisibleUntil } from '../referral-policy.ts'

const reasonByStatus: Partial<Record<Referral['status'], string>> = {
  Declined: 'declined',
  Expired: 'expired',
  Forwarded: 'forwarded',
}

/** Why the recipient sees less than was shared. */
function reasonOf({ visibility, status, statusChangedOn }: Referral) {
  if (visibility === 'nameless') return 'recalled'
  const isLongClosed =
    closedStatuses.includes(status) && detailsVisibleUntil(statusChangedOn) < new Date().toISOString()
  return reasonByStatus[status] ?? (isLongClosed ? 'closed' : 'consent')
}

/** Tells a recipient why the details are gone, or how long they remain. */
export function VisibilityNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  if (referral.direction !== 'incoming') return null
  if (referral.isTaken)
    return (
      <Alert icon={<IconInfoCircle aria-hidden />} title={t('reduced.takenTitle')} mb="md">
        {t('reduced.taken')}
      </Alert>
    )
  if (referral.visibility !== 'whole')
    return (
      <Alert icon={<IconEyeOff aria-hidden />} title={t('reduced.title')} mb="md">
        {t(`reduced.${reasonOf(referral)}`, { days: closedVisibleDays })}
      </Alert>
    )
  if (!closedStatuses.includes(referral.status)) return null
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} mb="md">
      {t('reduced.until', { day: dayText(detailsVisibleUntil(referral.statusChangedOn)) })}
    </Alert>
  )
}
