import { useTranslation } from 'react-i18next'
import { ActionAnchor, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { useSource } from './use-source.ts'

export function Screen() {
  const { t } = useTranslation('accounts')
  const { partner } = useSource()
  return (
    <MessagePage title={t('resetConfirmation.title')} text={t('resetConfirmation.text')}>
      {partner ? (
        <ActionAnchor href={partner.site}>{partner.backLabel}</ActionAnchor>
      ) : (
        <ActionLink to="/">{t('resetConfirmation.login')}</ActionLink>
      )}
    </MessagePage>
  )
}
