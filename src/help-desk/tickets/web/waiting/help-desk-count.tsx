import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '../answering/answering.module.css'
import { unseenMentions } from '../answering/answering-calls.ts'
import { ticketsWaiting } from './waiting-calls.ts'

/**
 * What waits for the reader at the help desk, next to its entry in the main navigation: one visible number, and each
 * kind in words for screen readers.
 */
export function HelpDeskCount() {
  const { t } = useTranslation()
  const mentions = useQuery(unseenMentions()).data?.items.length ?? 0
  const { data } = useQuery(ticketsWaiting)
  const counts = {
    needsAnswer: data?.desk?.needsMyAnswer ?? 0,
    newAnswers: data?.newAnswers ?? 0,
    mentions,
  }
  const kinds = (['needsAnswer', 'newAnswers', 'mentions'] as const).filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return null
  const sum = kinds.reduce((all, kind) => all + counts[kind], 0)
  return (
    <>
      <span className={classes.count} aria-hidden>
        {data && sum > data.most ? `${data.most}+` : sum}
      </span>
      <VisuallyHidden>
        {' '}
        {kinds.map((kind) => t(`navigation.${kind}`, { count: counts[kind] })).join(', ')}
      </VisuallyHidden>
    </>
  )
}
