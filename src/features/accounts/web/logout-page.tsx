import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { forgetAllDrafts } from '#platform/web/drafts.ts'
import { tellOtherTabs } from '#platform/web/session-channel.ts'
import { clearStored } from '#platform/web/session-user.ts'
import { ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

const quiet = { quiet: true, staysOn401: true }

/** Where somebody who came through single sign-on signs out as well; once, so that the provider's way back ends here. */
async function findProviderSignOut() {
  if (!configuration().signOnName) return null
  const answer = await api.post<{ url: string | null }>('/api/singleSignOn/signOut', undefined, quiet).catch(() => null)
  return answer?.url ?? null
}

/** Ends the session on the server first; what the browser stored goes in any case, unsaved drafts too: others use it as well. */
export async function loader() {
  await api.post('/api/authentication/logout', undefined, quiet).catch(() => undefined)
  clearStored()
  tellOtherTabs('signed-out')
  await forgetAllDrafts()
  const url = await findProviderSignOut()
  if (url) location.assign(url)
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
