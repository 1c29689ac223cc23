import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ActionAnchor, ActionButton } from '#ui/action.tsx'
import { isMissing, isUnanswered } from './api.ts'
import { onRetry } from './connection.ts'
import { MessageScreen } from './message-screen.tsx'

function reasonOf(error: unknown) {
  if (isRouteErrorResponse(error)) return 'incomplete'
  if (isMissing(error)) return 'missing'
  return isUnanswered(error) ? 'unreachable' : 'other'
}

/**
 * Shown if a screen failed to open or crashed: says what is saved, and how to continue. A screen with an incomplete URL
 * throws a Response; in that case a retry is useless, as it is for a record that does not exist. One that the portal did
 * not answer opens once the portal can be reached again. `isInside` means inside a frame that has the main landmark.
 */
export function FailedScreen({ isInside }: { isInside?: boolean }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const reason = reasonOf(useRouteError())
  const mayRetry = reason === 'other' || reason === 'unreachable'
  useEffect(() => (reason === 'unreachable' ? onRetry(() => void revalidate()) : undefined), [reason, revalidate])
  return (
    <MessageScreen title={t('failed.title')} text={t(`failed.${reason}`)} isInside={isInside}>
      {mayRetry && <ActionButton onClick={() => location.reload()}>{t('failed.retry')}</ActionButton>}
      <ActionAnchor href="/home/redirect" look="quiet">
        {t('failed.home')}
      </ActionAnchor>
    </MessageScreen>
  )
}
