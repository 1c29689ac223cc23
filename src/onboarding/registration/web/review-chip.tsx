import { IconCircleCheck, IconCircleX, IconClock, IconMessageQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import type { RegistrationReview } from '../review.ts'

type Status = RegistrationReview['status']
const looks: Record<Status, { tone: ChipTone; icon: typeof IconClock }> = {
  pending: { tone: 'amber', icon: IconClock },
  'more-asked': { tone: 'sky', icon: IconMessageQuestion },
  approved: { tone: 'leaf', icon: IconCircleCheck },
  refused: { tone: 'ember', icon: IconCircleX },
}

/** A registration's status. */
export function ReviewChip({ status }: { status: Status }) {
  const { t } = useTranslation('registration')
  const { tone, icon: Icon } = looks[status]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(`choices.status.${status}`)}
    </StatusChip>
  )
}
