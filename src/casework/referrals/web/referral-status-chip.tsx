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
import { statusKey } from '../status-key.ts'

const looks: Record<ReferralStatus, { tone: ChipTone; icon: typeof IconSend }> = {
  Draft: { tone: 'stone', icon: IconPencil },
  Sent: { tone: 'sky', icon: IconSend },
  'In Review': { tone: 'plum', icon: IconEye },
  Accepted: { tone: 'hearth', icon: IconCheck },
  Declined: { tone: 'ember', icon: IconX },
  Recalled: { tone: 'stone', icon: IconArrowBackUp },
  Forwarded: { tone: 'sky', icon: IconArrowForwardUp },
  Expired: { tone: 'ember', icon: IconClockOff },
  'In Progress': { tone: 'hearth', icon: IconProgress },
  'On Hold': { tone: 'amber', icon: IconPlayerPause },
  'Closed: Resolved': { tone: 'leaf', icon: IconCircleCheck },
  'Closed: Unresolved': { tone: 'stone', icon: IconCircleDashed },
  'Entered In Error': { tone: 'stone', icon: IconAlertTriangle },
}

/** @param isBeingSent a draft that goes out in a few seconds */
export function ReferralStatusChip({ status, isBeingSent = false }: { status: ReferralStatus; isBeingSent?: boolean }) {
  const { t } = useTranslation('referrals')
  const { tone, icon: Icon } = looks[isBeingSent ? 'Sent' : status]
  return (
    <StatusChip tone={tone} icon={<Icon size={16} aria-hidden />}>
      {t(isBeingSent ? 'status.beingSent' : statusKey(status))}
    </StatusChip>
  )
}
