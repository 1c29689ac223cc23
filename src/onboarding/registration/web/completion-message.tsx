import { useTranslation } from 'react-i18next'
import type { PublicConfiguration } from '#platform/schema/configuration.ts'
import { MessageScreen } from '#platform/web/message-screen.tsx'
import { ActionAnchor, ActionLink } from '#ui/action.tsx'
import classes from './completion-message.module.css'

interface CompletionProps {
  isReviewed: boolean
  partner: PublicConfiguration['partners'][number] | null
  /** Whether the mailed link has yet to be opened, was just opened, or is not relevant. */
  address: 'unconfirmed' | 'confirmed' | 'unknown'
}

/** Thanks, and the next step: a review by the committee, confirming the address, or signing in. */
export function CompletionMessage({ isReviewed, partner, address }: CompletionProps) {
  const { t } = useTranslation('registration')
  // Do not offer to sign in while a review or the mailed link is still required.
  const isOpen = !isReviewed && address !== 'unconfirmed'
  const lines = [
    address === 'confirmed' && t('completion.confirmed'),
    isReviewed && t('completion.reviewText'),
    isOpen && !partner && t('completion.approvedText'),
    address === 'unconfirmed' && t('completion.confirmFirst'),
    address === 'unconfirmed' && !isReviewed && t('completion.thenLogin'),
  ].filter((line) => line !== false)
  const text = lines.map((line) => (
    <span key={line} className={classes.line}>
      {line}
    </span>
  ))
  return (
    <MessageScreen title={t(isOpen ? 'completion.approvedTitle' : 'completion.reviewTitle')} text={text}>
      {partner ? (
        <ActionAnchor href={partner.site}>{isOpen ? t('completion.login') : partner.backLabel}</ActionAnchor>
      ) : (
        isOpen && <ActionLink to="/">{t('completion.login')}</ActionLink>
      )}
    </MessageScreen>
  )
}
