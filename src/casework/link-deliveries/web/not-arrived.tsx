import { IconMailX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { timeInWords } from '#platform/web/time-words.ts'
import type { NotArrived as Failed, WithArrival } from '../link-delivery.ts'
import classes from './not-arrived.module.css'

interface NotArrivedProps {
  link: WithArrival
  /** What the link opens: not every kind can be sent again, or copied, where it is listed. */
  kind: 'consent' | 'intake' | 'invitation' | 'list' | 'record'
  /** Whether the link is still wanted, so that another message helps. */
  isOpen: boolean
}

/** After these failures, the address may be right. */
const temporary: readonly Failed['failure'][] = ['no-service', 'no-answer']

function nextOf(kind: NotArrivedProps['kind'], failure: Failed['failure']) {
  if (kind === 'intake') return 'nextIntake' as const
  if (kind !== 'invitation') return `next.${failure}` as const
  return temporary.includes(failure) ? ('nextInvitationLater' as const) : ('nextInvitation' as const)
}

/** That the message with a link did not arrive, why, and what to do next. */
export function NotArrived({ link: { notArrived }, kind, isOpen }: NotArrivedProps) {
  const { t } = useTranslation('link-deliveries')
  if (!notArrived) return null
  const { maskedAddress, failure, failedOn } = notArrived
  return (
    <p className={classes.failed}>
      <IconMailX size={20} aria-hidden />
      <span>
        <b>{t('failed', { address: maskedAddress, when: timeInWords(failedOn) })}</b> {t(`why.${failure}`)}{' '}
        {isOpen && t(nextOf(kind, failure))}
      </span>
    </p>
  )
}
