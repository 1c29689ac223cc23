import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '#ui/status-chip.tsx'
import { isOld } from '../directory-policy.ts'
import classes from './directory.module.css'
import { formatDay, today } from './format-hours.ts'

/** When a record was last confirmed, with a warning if that is long ago. */
export function VerifiedLine({ assuredDate }: { assuredDate: string | null }) {
  const { t, i18n } = useTranslation('services')
  return (
    <span className={classes.verified}>
      <IconShieldCheck size={18} aria-hidden />
      {assuredDate
        ? t('service.verified', { date: formatDay(assuredDate, i18n.language) })
        : t('service.neverVerified')}
      {isOld(assuredDate, today()) && (
        <StatusChip tone="amber" icon={<IconAlertTriangle aria-hidden />}>
          {t('service.old')}
        </StatusChip>
      )}
    </span>
  )
}
