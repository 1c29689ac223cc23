import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconClockOff,
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconProgress,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import type { ReferralStatus } from '../referral-machine.ts'

const looks: Record<ReferralStatus, { key: string; tone: ChipTone; icon: typeof IconSend }> = {
  Draft: { key: 'draft', tone: 'stone', icon: IconPencil },
  Sent: { key: 'sent', tone: 'sky', icon: IconSend },
  'In Review': { key: 'inReview', tone: 'plum', icon: IconEye },
  Accepted: { key: 'accepted', tone: 'hearth', icon: IconCheck },
  Declined: { key: 'declined', tone: 'ember', icon: IconX },
  Recalled: { key: 'recalled', tone: 'stone', icon: IconArrowBackUp },
  Forwarded: { key: 'forwarded', tone: 'sky', icon: IconArrowForwardUp },
  Expired: { key: 'expired', tone: 'ember', icon: IconClockOff },
  'In Progress': { key: 'inProgress', tone: 'hearth', icon: IconProgress },
  'On Hold': { key: 'onHold', tone: 'amber', icon: IconPlayerPause },
  'Closed: Resolved': { key: 'resolved', tone: 'leaf', icon: IconCircleCheck },
  'Closed: Unresolved': { key: 'unresolved', tone: 'stone', icon: IconCircleDashed },
  'Entered In Error': { key: 'error', tone: 'stone', icon: IconAlertTriangle },
}

/** The text key of a status; its name contains a colon, which separates areas in keys. */
export const statusKey = (status: ReferralStatus) => `status.${looks[status].key}`

export function ReferralStatusChip({ status }: { status: ReferralStatus }) {
  const { t } = useTranslation('referrals')
  const { tone, icon: Icon } = looks[status]
  return (
    <StatusChip tone={tone} icon={<Icon size={16} aria-hidden />}>
      {t(statusKey(status))}
    </StatusChip>
  )
}
