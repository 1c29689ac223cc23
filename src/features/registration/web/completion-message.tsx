import { useTranslation } from 'react-i18next'
import type { PublicConfiguration } from '#platform/schema/configuration.ts'
import { ActionAnchor, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import classes from './completion-message.module.css'

interface CompletionProps {
  isReviewed: boolean
  partner: PublicConfiguration['partners'][number] | null
  /** The address is still to be confirmed by its link. */
  mustConfirm: boolean
}

/** Thanks, and what happens next: a review by the committee, or signing in. */
export function CompletionMessage({ isReviewed, partner, mustConfirm }: CompletionProps) {
  const { t } = useTranslation('registration')
  const waits = isReviewed && !partner
  const said = waits ? t('completion.reviewText') : partner ? '' : t('completion.approvedText')
  const text = (
    <>
      {said && <span className={classes.line}>{said}</span>}
      {mustConfirm && <span className={classes.line}>{t('completion.confirmFirst')}</span>}
    </>
  )
  return (
    <MessagePage title={waits ? t('completion.reviewTitle') : t('completion.approvedTitle')} text={text}>
      {waits ? null : partner ? (
        <ActionAnchor href={partner.site}>{t('completion.login')}</ActionAnchor>
      ) : (
        <ActionLink to="/">{t('completion.login')}</ActionLink>
      )}
    </MessagePage>
  )
}
