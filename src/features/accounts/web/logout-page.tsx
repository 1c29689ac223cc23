import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { tellOtherTabs } from '#platform/web/session-channel.ts'
import { clearStored } from '#platform/web/session-user.ts'
import { ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

/** Ends the session on the server first; what the browser stored goes in any case. */
export async function loader() {
  await api.post('/api/authentication/logout', undefined, { quiet: true, staysOn401: true }).catch(() => undefined)
  clearStored()
  tellOtherTabs('signed-out')
  return null
}

export function Screen() {
  const { t } = useTranslation('accounts')
  return (
    <MessagePage title={t('logout.title')}>
      <ActionLink to="/">{t('logout.ok')}</ActionLink>
    </MessagePage>
  )
}
