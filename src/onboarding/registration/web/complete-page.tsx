import { useTranslation } from 'react-i18next'
import { ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

/** /registration/complete: a verification e-mail is on its way. */
export function Screen() {
  const { t } = useTranslation('registration')
  return (
    <MessagePage title={t('complete.title')} text={t('complete.text')}>
      <ActionLink to="/">{t('complete.ok')}</ActionLink>
    </MessagePage>
  )
}
