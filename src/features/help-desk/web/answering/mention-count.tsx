import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from './answering.module.css'
import { unseenMentions } from './answering-calls.ts'

/** How many notes name the reader and wait to be seen, beside 'Help desk' in the main navigation. */
export function MentionCount() {
  const { t } = useTranslation()
  const { data } = useQuery(unseenMentions())
  const count = data?.items.length ?? 0
  if (count === 0) return null
  return (
    <span className={classes.count}>
      {count}
      <VisuallyHidden> {t('navigation.mentions')}</VisuallyHidden>
    </span>
  )
}
