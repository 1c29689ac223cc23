import { Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SimilarTicket } from '../../similar-ticket.ts'
import { similarTickets } from '../ticket-calls.ts'
import { momentText, TicketStatusChip } from '../ticket-words.tsx'
import classes from './filing.module.css'

const PAUSE_MS = 500
const LEAST_LETTERS = 12
const MOST_LETTERS = 1000

const useSimilar = (text: string) => {
  const [settled] = useDebouncedValue(text.trim().slice(0, MOST_LETTERS).toWellFormed(), PAUSE_MS)
  const isEnough = settled.length >= LEAST_LETTERS
  const { data } = useQuery({ ...similarTickets(settled), enabled: isEnough, placeholderData: keepPreviousData })
  return isEnough ? (data?.items ?? []) : []
}
const TITLE = 'similar-tickets'

/** Beside Save, which stays in sight: leads to the list, which may be further down. */
export function SimilarTicketLink({ text }: { text: string }) {
  const { t } = useTranslation('tickets')
  const { length: count } = useSimilar(text)
  if (!count) return null
  const show = () => {
    const title = document.getElementById(TITLE)
    title?.scrollIntoView({ block: 'start' })
    title?.focus({ preventScroll: true })
  }
  return (
    <Button variant="subtle" className={classes.lead ?? ''} onClick={show}>
      {t('similar.show', { count })}
    </Button>
  )
}

/**
 * While a person writes: tickets that may be about the same problem, with their answers. Shows nothing if there are
 * none.
 */
export function SimilarTicketList({ text, onView }: { text: string; onView: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  const items = useSimilar(text)
  return (
    <>
      <VisuallyHidden role="status">{items.length > 0 && t('similar.found', { count: items.length })}</VisuallyHidden>
      {items.length > 0 && (
        <section aria-labelledby={TITLE} className={classes.similar}>
          <h3 id={TITLE} tabIndex={-1}>
            {t('similar.title')}
          </h3>
          <ul>
            {items.map((ticket) => (
              <Similar key={ticket.id} ticket={ticket} onView={onView} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Similar({ ticket, onView }: { ticket: SimilarTicket; onView: (id: string) => void }) {
  const { t } = useTranslation('tickets')
  const { id, ticketNumber, createdOn, status, beginning, answer } = ticket
  return (
    <li>
      <p className={classes.head}>
        <strong>{ticketNumber}</strong>
        <span>{momentText(createdOn)}</span>
        <TicketStatusChip status={status} />
      </p>
      <p className={classes.beginning}>{beginning}</p>
      {answer && (
        <p className={classes.answer}>
          <strong>{t('similar.answer')}</strong> {answer}
        </p>
      )}
      <Button
        variant="default"
        size="compact-md"
        aria-label={t('page.viewTicket', { ticketNumber })}
        onClick={() => onView(id)}
      >
        {t('page.view')}
      </Button>
    </li>
  )
}
