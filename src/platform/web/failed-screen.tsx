import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ActionAnchor, ActionButton } from '#ui/action.tsx'
import { MessageScreen } from './message-screen.tsx'

/**
 * Shown where a screen could not be opened or broke: what is kept, and a way on. A screen whose address is incomplete
 * throws a Response: there is nothing to try again. `isInside` a frame that has its main landmark.
 */
export function FailedScreen({ isInside }: { isInside?: boolean }) {
  const { t } = useTranslation()
  const isFinal = isRouteErrorResponse(useRouteError())
  return (
    <MessageScreen
      title={t('failed.title')}
      text={t(isFinal ? 'failed.incomplete' : 'failed.text')}
      isInside={isInside}
    >
      {!isFinal && <ActionButton onClick={() => location.reload()}>{t('failed.retry')}</ActionButton>}
      <ActionAnchor href="/home/redirect" look="quiet">
        {t('failed.home')}
      </ActionAnchor>
    </MessageScreen>
  )
}
