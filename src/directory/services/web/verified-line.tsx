import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'
import { StatusChip } from '#ui/status-chip.tsx'
import { isStale } from '../directory-policy.ts'
import classes from './directory.module.css'
import { formatDay, today } from './format-hours.ts'

/** Whether nobody confirmed a record for as long as the operator allows, or ever. */
export const isStaleNow = (assuredDate: string | null) => isStale(assuredDate, today(), configuration().staleMonths)

/** When a record was last confirmed, as a warning if that is long ago. */
export function VerifiedLine({ assuredDate }: { assuredDate: string | null }) {
  const { t, i18n } = useTranslation('services')
  const date = assuredDate && formatDay(assuredDate, i18n.language)
  if (date && !isStaleNow(assuredDate))
    return (
      <span className={classes.verified}>
        <IconShieldCheck size={18} aria-hidden />
        {t('service.verified', { date })}
      </span>
    )
  return (
    <span className={classes.verified}>
      <StatusChip tone="amber" icon={<IconAlertTriangle aria-hidden />}>
        {date ? t('service.old', { date }) : t('service.neverVerified')}
      </StatusChip>
    </span>
  )
}
