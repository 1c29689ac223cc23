import { IconArrowMerge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '#ui/status-chip.tsx'
import type { MergedInto } from '../../merged-ticket.ts'
import classes from './merging.module.css'

/** In the list: that a ticket was merged, and the status of the one where support continues. */
export function MergedChip({ mergedInto: { ticket, status } }: { mergedInto: MergedInto }) {
  const { t } = useTranslation('tickets')
  const word = t(`choices.status.${status}`)
  return (
    <>
      <StatusChip tone="stone" icon={<IconArrowMerge size={16} aria-hidden />}>
        {t('merged.chip')}
      </StatusChip>
      <small className={classes.where}>
        {ticket ? t('merged.where', { ...ticket, status: word }) : t('merged.whereHidden', { status: word })}
      </small>
    </>
  )
}

/** The merged ticket from which an entry comes. */
export function Origin({ ticketNumber }: { ticketNumber: string | null }) {
  const { t } = useTranslation('tickets')
  if (!ticketNumber) return null
  return (
    <span className={classes.origin}>
      <IconArrowMerge size={16} aria-hidden />
      {t('merged.origin', { ticketNumber })}
    </span>
  )
}
