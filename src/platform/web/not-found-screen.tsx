import { useTranslation } from 'react-i18next'
import { ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

export function Screen() {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <ActionLink to="/">{t('notFound.home')}</ActionLink>
    </MessagePage>
  )
}
