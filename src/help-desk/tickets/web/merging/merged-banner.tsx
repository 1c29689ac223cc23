import { Button, Group } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '../../support-request-call.ts'
import { momentText, TicketStatusChip } from '../ticket-words.tsx'
import { isAgent } from '../working/working-calls.ts'
import classes from './merging.module.css'
import { UndoMerge } from './undo-merge.tsx'

/** For an opened merged ticket: where support continues, its status there, and links in both directions. */
export function MergedBanner({ ticket, onView }: { ticket: SupportRequest; onView: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  const { mergedInto, merge } = ticket
  if (!mergedInto || !merge) return null
  const { ticket: where, status } = mergedInto
  const { firstName, lastName } = merge.mergedBy
  return (
    <section className={classes.banner} aria-labelledby="ticket-merged">
      <h3 id="ticket-merged">
        <IconArrowMerge size={22} aria-hidden />
        {where ? t('merged.into', where) : t('merged.intoHidden')}
      </h3>
      <p>{t(where ? 'merged.intoText' : 'merged.intoHiddenText')}</p>
      {where && merge.takesNotes && <p>{t('merged.ownReaders', where)}</p>}
      <p className={classes.chips}>
        <span>{t('merged.status')}</span>
        <TicketStatusChip status={status} />
      </p>
      <p className={classes.label}>
        {t('merged.by', { who: `${firstName} ${lastName}`, when: momentText(merge.mergedOn) })}
      </p>
      <Group gap="sm">
        {where && <Button onClick={() => onView(where.id)}>{t('merged.open', where)}</Button>}
        {isAgent() && <UndoMerge ticketNumber={ticket.ticketNumber} mergeId={merge.id} />}
      </Group>
    </section>
  )
}
