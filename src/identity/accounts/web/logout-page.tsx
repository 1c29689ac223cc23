import { useTranslation } from 'react-i18next'
import { useLoaderData, useRevalidator } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { forgetAllDrafts } from '#platform/web/drafts.ts'
import { useScreenTitle } from '#platform/web/screen-title.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { clearStored } from '#platform/web/session-user.ts'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { listRedirects, type SignInMethod } from './sign-in-method-public.ts'

const quiet = { quiet: true, staysOn401: true }

/** The first sign-out URL of a sign-in method at another site. */
async function findSignOut(methods: SignInMethod[]) {
  for (const redirect of listRedirects(methods)) {
    const url = await redirect.findSignOut()
    if (url) return url
  }
  return null
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
export const createLoader = (methods: SignInMethod[]) => async () => {
  const isEnded = await endSession()
  clearStored()
  await forgetAllDrafts()
  if (!isEnded) return { isEnded }
  notifyOtherTabs('signed-out')
  const url = await findSignOut(methods)
  if (url) location.assign(url)
  return { isEnded }
}

export function Screen() {
  const { t } = useTranslation('accounts')
  const { isEnded } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
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
