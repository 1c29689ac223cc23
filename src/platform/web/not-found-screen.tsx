import { useTranslation } from 'react-i18next'
import { ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

function NotFound({ isInside }: { isInside: boolean }) {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')} isInside={isInside}>
      <ActionLink to="/">{t('notFound.home')}</ActionLink>
    </MessagePage>
  )
}

export const Screen = () => <NotFound isInside={false} />
/** With the main navigation. */
export const InsideScreen = () => <NotFound isInside />
