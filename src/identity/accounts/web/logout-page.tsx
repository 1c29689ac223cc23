import { useTranslation } from 'react-i18next'
import { useLoaderData, useRevalidator } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { forgetAllDrafts } from '#platform/web/drafts.ts'
import { hasUnsent, leaveAndDelete, mayDeleteUnsent } from '#platform/web/offline.ts'
import { useScreenTitle } from '#platform/web/screen-title.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { clearStored } from '#platform/web/session-user.ts'
import { useSendingUnsent } from '#platform/web/use-sending-unsent.ts'
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

interface Parts {
  methods: SignInMethod[]
  /** Sends what this device still has to send. */
  sendUnsent: () => Promise<void>
}

/**
 * Ends the session on the server first. Stored browser data, including unsaved drafts, is removed in any case, because
 * others may use this browser. If answers were not sent yet, it asks first, whichever screen led here.
 */
export async function loader(_: unknown, { methods }: Parts) {
  // Without an answer from the browser's storage, nobody is kept from signing out.
  if (!mayDeleteUnsent() && (await hasUnsent().catch(() => false))) return 'unsent'
  const isEnded = await endSession()
  clearStored()
  await forgetAllDrafts()
  if (!isEnded) return 'failed'
  notifyOtherTabs('signed-out')
  const url = await findSignOut(methods)
  if (url) location.assign(url)
  return 'ended'
}

export function Screen({ sendUnsent }: Parts) {
  const { t } = useTranslation(['accounts', 'platform'])
  const outcome = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const { state, revalidate } = useRevalidator()
  useScreenTitle(t(titles[outcome]))
  if (outcome === 'unsent') return <AskFirst sendUnsent={sendUnsent} onAgreed={revalidate} />
  if (outcome === 'ended')
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

const titles = { unsent: 'platform:unsent.title', ended: 'logout.title', failed: 'logout.failedTitle' } as const

function AskFirst({ sendUnsent, onAgreed }: Pick<Parts, 'sendUnsent'> & { onAgreed: () => unknown }) {
  const { t } = useTranslation('platform')
  const { send, signIn, isSending, left } = useSendingUnsent(sendUnsent, onAgreed)
  return (
    <MessagePage
      title={t('unsent.title')}
      text={t('unsent.text')}
      more={left && <span role="alert">{t(`unsent.left.${left}`)}</span>}
    >
      {left === 'signed-out' ? (
        <ActionButton onClick={() => void signIn()}>{t('unsent.signIn')}</ActionButton>
      ) : (
        <ActionButton onClick={() => void send()} isBusy={isSending}>
          {t('unsent.send')}
        </ActionButton>
      )}
      <ActionLink look="quiet" to="/home/redirect">
        {t('unsent.back')}
      </ActionLink>
      <ActionButton look="text" onClick={() => void leaveAndDelete(onAgreed)}>
        {t('unsent.delete')}
      </ActionButton>
    </MessagePage>
  )
}
