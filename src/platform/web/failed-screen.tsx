import { useTranslation } from 'react-i18next'
import { ActionAnchor, ActionButton } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

/** Shown where a screen could not be opened or broke: what is kept, and a way on. `isInside` a frame that has its main landmark. */
export function FailedScreen({ isInside }: { isInside?: boolean }) {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('failed.title')} text={t('failed.text')} isInside={isInside}>
      <ActionButton onClick={() => location.reload()}>{t('failed.retry')}</ActionButton>
      <ActionAnchor href="/home/redirect" look="quiet">
        {t('failed.home')}
      </ActionAnchor>
    </MessagePage>
  )
}
