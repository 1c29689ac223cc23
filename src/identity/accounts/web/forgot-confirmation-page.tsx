import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionAnchor, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { useSource } from './use-source.ts'

export function Screen() {
  const { t } = useTranslation('accounts')
  const { partner, keepSource } = useSource()
  return (
    <MessagePage
      title={t('forgotConfirmation.title')}
      text={t('forgotConfirmation.text')}
      more={
        <>
          {t('forgotConfirmation.missing')} <Link to={keepSource('/auth/forgot')}>{t('forgotConfirmation.again')}</Link>
        </>
      }
    >
      {partner ? <ActionAnchor href={partner.site}>{t('ok')}</ActionAnchor> : <ActionLink to="/">{t('ok')}</ActionLink>}
    </MessagePage>
  )
}
