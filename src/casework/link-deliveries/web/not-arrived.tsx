import { IconMailX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { timeInWords } from '#platform/web/time-words.ts'
import type { WithArrival } from '../link-delivery.ts'
import classes from './not-arrived.module.css'

interface NotArrivedProps {
  link: WithArrival
  /** Whether the link is still wanted, so that another message helps. */
  isOpen: boolean
}

/** That the message with a link did not arrive, why, and what to do next. */
export function NotArrived({ link: { notArrived }, isOpen }: NotArrivedProps) {
  const { t } = useTranslation('link-deliveries')
  if (!notArrived) return null
  const { maskedAddress, failure, failedOn } = notArrived
  return (
    <p className={classes.failed}>
      <IconMailX size={20} aria-hidden />
      <span>
        <b>{t('failed', { address: maskedAddress, when: timeInWords(failedOn) })}</b> {t(`why.${failure}`)}{' '}
        {isOpen && t(`next.${failure}`)}
      </span>
    </p>
  )
}
