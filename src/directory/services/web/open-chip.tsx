import { IconClock, IconClockOff, IconClockQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '#ui/status-chip.tsx'

/** Whether a service is open now; null if its hours are not known. */
export function OpenChip({ isOpen }: { isOpen: boolean | null }) {
  const { t } = useTranslation('services')
  if (isOpen === null)
    return (
      <StatusChip tone="stone" icon={<IconClockQuestion aria-hidden />}>
        {t('service.hoursUnknown')}
      </StatusChip>
    )
  return isOpen ? (
    <StatusChip tone="leaf" icon={<IconClock aria-hidden />}>
      {t('service.open')}
    </StatusChip>
  ) : (
    <StatusChip tone="stone" icon={<IconClockOff aria-hidden />}>
      {t('service.closed')}
    </StatusChip>
  )
}
