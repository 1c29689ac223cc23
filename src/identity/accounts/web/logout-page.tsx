import { useTranslation } from 'react-i18next'
import { useLoaderData, useRevalidator } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { forgetAllDrafts } from '#platform/web/drafts.ts'
import { useScreenTitle } from '#platform/web/screen-title.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { clearStored } from '#platform/web/session-user.ts'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'

const quiet = { quiet: true, staysOn401: true }

/** The provider's sign-out URL, after single sign-on; only once, so that the provider's redirect ends here. */
async function findProviderSignOut() {
  if (!configuration().signOnName) return null
  const answer = await api.post<{ url: string | null }>('/api/singleSignOn/signOut', undefined, quiet).catch(() => null)
  return answer?.url ?? null
}

/** Whether the server has ended the session, or knows of none. */
const endSession = () =>
  api.post('/api/authentication/logout', undefined, quiet).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )

/**
 * Ends the session on the server first. Stored browser data, including unsaved drafts, is removed in any case, because
 * others may use this browser.
 */
export async function loader() {
  const isEnded = await endSession()
  clearStored()
  await forgetAllDrafts()
  if (!isEnded) return { isEnded }
  notifyOtherTabs('signed-out')
  const url = await findProviderSignOut()
  if (url) location.assign(url)
  return { isEnded }
}

export function Screen() {
  const { t } = useTranslation('accounts')
  const { isEnded } = useLoaderData<typeof loader>()
  const { state, revalidate } = useRevalidator()
  useScreenTitle(t(isEnded ? 'logout.title' : 'logout.failedTitle'))
  if (isEnded)
    return (
      <MessagePage title={t('logout.title')}>
        <ActionLink to="/">{t('logout.ok')}</ActionLink>
      </MessagePage>
    )
  return (
    <MessagePage title={t('logout.failedTitle')} text={<span role="alert">{t('logout.failed')}</span>}>
      <ActionButton onClick={revalidate} isBusy={state === 'loading'}>
        {t('logout.again')}
      </ActionButton>
    </MessagePage>
  )
}
