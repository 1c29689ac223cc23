import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ActionAnchor, ActionButton } from '#ui/action.tsx'
import { isMissing } from './api.ts'
import { MessageScreen } from './message-screen.tsx'

/**
 * Shown if a screen failed to open or crashed: says what is saved, and how to continue. A screen with an incomplete URL
 * throws a Response; in that case a retry is useless, as it is for a record that does not exist. `isInside` means inside
 * a frame that has the main landmark.
 */
export function FailedScreen({ isInside }: { isInside?: boolean }) {
  const { t } = useTranslation()
  const error = useRouteError()
  const reason = isRouteErrorResponse(error) ? 'incomplete' : isMissing(error) ? 'missing' : 'other'
  return (
    <MessageScreen title={t('failed.title')} text={t(`failed.${reason}`)} isInside={isInside}>
      {reason === 'other' && <ActionButton onClick={() => location.reload()}>{t('failed.retry')}</ActionButton>}
      <ActionAnchor href="/home/redirect" look="quiet">
        {t('failed.home')}
      </ActionAnchor>
    </MessageScreen>
  )
}
