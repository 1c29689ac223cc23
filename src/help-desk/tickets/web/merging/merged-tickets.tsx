import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MergedTicket } from '../../merged-ticket.ts'
import { ScreenshotsTable } from '../screenshots-table.tsx'
import { momentText } from '../ticket-words.tsx'
import { isAgent } from '../working/working-calls.ts'
import classes from './merging.module.css'
import { UndoMerge } from './undo-merge.tsx'

/** The tickets that were merged into the opened one, with their descriptions; their notes are in the activity. */
export function MergedTickets({ tickets, onView }: { tickets: MergedTicket[]; onView: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  if (tickets.length === 0) return null
  return (
    <section aria-labelledby="tickets-merged">
      <h3 id="tickets-merged">{t('merged.title')}</h3>
      <ul className={classes.merged}>
        {tickets.map((ticket) => (
          <Merged key={ticket.id} ticket={ticket} onView={onView} />
        ))}
      </ul>
    </section>
  )
}

function Merged({ ticket, onView }: { ticket: MergedTicket; onView: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  const { contact, email } = ticket.createdByPortalAccount
  const { firstName, lastName } = ticket.merge.mergedBy
  const from = [`${contact.firstName} ${contact.lastName} (${email})`, ticket.fromOrganization?.name]
  return (
    <li className={classes.side}>
      <h4>{ticket.ticketNumber}</h4>
      <p className={classes.label}>
        {t('merged.from', { who: from.filter(Boolean).join(', '), when: momentText(ticket.createdOn) })}
      </p>
      <p className={classes.text} dir="auto">
        {ticket.description}
      </p>
      {ticket.supportRequestFiles.length > 0 && <ScreenshotsTable files={ticket.supportRequestFiles} />}
      {isAgent() && ticket.merge.takesNotes && <p>{t('merged.writeThere', ticket)}</p>}
      <p className={classes.label}>
        {t('merged.by', { who: `${firstName} ${lastName}`, when: momentText(ticket.merge.mergedOn) })}
      </p>
      <Group gap="sm">
        <Button variant="default" onClick={() => onView(ticket.id)}>
          {t('merged.open', ticket)}
        </Button>
        {isAgent() && <UndoMerge ticketNumber={ticket.ticketNumber} mergeId={ticket.merge.id} />}
      </Group>
    </li>
  )
}
