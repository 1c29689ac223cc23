import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dayText } from '#platform/web/time-words.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { handlesTickets } from './answering/reader-role.ts'
import { similarTickets, ticketsOf } from './ticket-calls.ts'
import classes from './ticket-dialogs.module.css'
import { TicketStatusChip } from './ticket-words.tsx'

const SHOWN = 5
interface Line {
  id: string
  ticketNumber: string
  createdOn: string
  status: SupportRequest['status']
  text: string
}

/** For people who handle tickets: the reporter's other tickets, and tickets that may be about the same problem. */
export const ReporterCard = (props: Props) => (handlesTickets() ? <Around {...props} /> : null)

interface Props {
  ticket: SupportRequest
  /** opens another ticket instead of this one */
  onView: (id: string) => void
}

function Around({ ticket, onView }: Props) {
  const { t } = useTranslation('tickets')
  const { id, createdByPortalAccount: reporter, description, mergedTickets } = ticket
  const others = useQuery(ticketsOf(reporter.id, SHOWN + 1)).data?.items ?? []
  const similar = useQuery(similarTickets(description.slice(0, 1000).toWellFormed())).data?.items ?? []
  const merged = new Set(mergedTickets.map((one) => one.id))
  const others5 = others.filter((one) => one.id !== id && !merged.has(one.id)).slice(0, SHOWN)
  const known = new Set([id, ...merged, ...others5.map((one) => one.id)])
  const lists: { name: 'others' | 'similar'; lines: Line[] }[] = [
    { name: 'others', lines: others5.map((one) => ({ ...one, text: one.description })) },
    {
      name: 'similar',
      lines: similar.filter((one) => !known.has(one.id)).map((one) => ({ ...one, text: one.beginning })),
    },
  ]
  const { firstName, lastName } = reporter.contact
  return (
    <div className={classes.around}>
      {lists.map(
        ({ name, lines }) =>
          lines.length > 0 && (
            <section key={name} aria-labelledby={`ticket-${name}`}>
              <h3 id={`ticket-${name}`}>{t(`around.${name}`, { name: `${firstName} ${lastName}` })}</h3>
              <ul>
                {lines.map((line) => (
                  <li key={line.id}>
                    <Link to={`/support/helpDesk/${line.ticketNumber}`} onClick={openHere(() => onView(line.id))}>
                      {line.ticketNumber}
                    </Link>
                    <TicketStatusChip status={line.status} />
                    <time dateTime={line.createdOn}>{dayText(line.createdOn)}</time>
                    <span className={classes.lineText} dir="auto">
                      {line.text.slice(0, 200)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

/** A click for a new tab opens one. */
const openHere =
  (open: () => void) =>
  (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; preventDefault: () => void }) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
