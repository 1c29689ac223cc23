import { VisuallyHidden } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useVisible } from '#platform/web/use-visible.ts'
import { StatusChip } from '#ui/status-chip.tsx'
import { momentText } from '../ticket-words.tsx'
import classes from './answering.module.css'
import { markMentionsSeen, unseenMentions } from './answering-calls.ts'

/** Unread mentions of the reader. */
export function MentionNotices() {
  const { t } = useTranslation('tickets')
  const { data } = useQuery(unseenMentions())
  const [words] = useSearchParams()
  const items = data?.items ?? []
  /** The filters of the list behind the ticket stay. */
  const addressOf = (id: string) => {
    const next = new URLSearchParams(words)
    next.set('view', id)
    return `?${next}`
  }
  if (items.length === 0) return null
  return (
    <section className={classes.mentions} aria-labelledby="mentions-title">
      <h2 id="mentions-title">{t('mention.title')}</h2>
      <ul>
        {items.map(({ noteId, supportRequestId, ticketNumber, createdOn, visibility, createdByPortalAccount: by }) => (
          <li key={noteId}>
            <IconAt size={20} aria-hidden />
            <span>
              {t('mention.text', { who: `${by.contact.firstName} ${by.contact.lastName}`, ticketNumber })}{' '}
              <span className={classes.soft}>{momentText(createdOn)}</span>
            </span>
            {visibility === 'internal' && (
              <StatusChip tone="amber" icon={null}>
                {t('note.internal')}
              </StatusChip>
            )}
            <Link to={addressOf(supportRequestId)} className={classes.open ?? ''}>
              {t('page.view')}
              <VisuallyHidden> {ticketNumber}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Marks an open ticket's mentions as seen, including those that arrive while it is open, once the tab is visible. */
export function useMentionsSeen(ticketId: string) {
  const client = useQueryClient()
  const { data } = useQuery(unseenMentions())
  const isMentioned = data?.items.some(({ supportRequestId }) => supportRequestId === ticketId) ?? false
  const isVisible = useVisible()
  useEffect(() => {
    if (!isMentioned || !isVisible) return
    markMentionsSeen(ticketId)
      .then(() => client.invalidateQueries({ queryKey: unseenMentions().queryKey }))
      .catch(() => undefined)
  }, [isMentioned, isVisible, ticketId, client])
}
