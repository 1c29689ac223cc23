import { IconClockExclamation, IconMessageCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { spanInWords } from '#platform/web/time-words.ts'
import { useMinute } from '#platform/web/use-minute.ts'
import { StatusChip } from '#ui/status-chip.tsx'
import classes from './waiting.module.css'

/** Whether and how long a ticket has waited for support's answer. */
export function WaitingAge({ since }: { since: string | null }) {
  return since === null ? null : <Age since={since} />
}

function Age({ since }: { since: string }) {
  const { t } = useTranslation('tickets')
  useMinute()
  return (
    <span className={classes.age} title={t('waiting.needsAnswer')}>
      <IconClockExclamation size={16} aria-label={t('waiting.needsAnswer')} />
      <time dateTime={since}>{spanInWords(since, new Date().toISOString())}</time>
    </span>
  )
}

/** Support answered the reader's own ticket, and the reader has not opened it since. */
export function NewAnswerChip() {
  const { t } = useTranslation('tickets')
  return (
    <StatusChip tone="ember" icon={<IconMessageCheck size={16} aria-hidden />}>
      {t('waiting.newAnswer')}
    </StatusChip>
  )
}
