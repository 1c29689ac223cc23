import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ClosedLink, LeaveButton } from '#casework/intake-links/web/link-parts-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { followLanguage } from '#platform/web/texts.ts'
import { TypedContext } from '#platform/web/use-typed.ts'
import { MessagePage } from '#ui/message-page.tsx'
import type { ClosedConsentRequest, OpenConsentRequest } from '../consent-request.ts'
import classes from './consent-requests.module.css'
import { OpenRequest } from './open-request.tsx'

const pathOf = (code: string) => `/api/consentRequest/open/${encodeURIComponent(code)}`
const closedReasons = ['expired', 'withdrawn', 'replaced', 'locked'] as const
type Ended = 'unknown' | (typeof closedReasons)[number]

/** Why a link leads nowhere; null for another error. */
function endOf(error: unknown): Ended | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 404) return 'unknown'
  if (error.status !== 410) return null
  return closedReasons.find((reason) => reason === error.body.reason) ?? 'expired'
}

interface Loaded {
  code: string
  closed: ClosedConsentRequest | null
  ended: Ended | null
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const code = params.code ?? ''
  try {
    const closed = await api.get<ClosedConsentRequest>(pathOf(code), { quiet: true, signal })
    await followLanguage(closed.language)
    return { code, closed, ended: null }
  } catch (error) {
    const ended = endOf(error)
    if (ended) return { code, closed: null, ended }
    throw error
  }
}

interface Opened {
  session: string
  request: OpenConsentRequest
}

const languageOf = (code: string) => (code.startsWith('es') ? 'es' : 'en')

/** A person reads what they are asked to consent to, on their own phone, and signs it or says no. */
export function Screen() {
  const { t, i18n } = useTranslation(['consent-requests', 'intake-links'])
  const { code, closed, ended: endedBefore } = useLoaderData<Loaded>()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [endedNow, setEnded] = useState<Ended | null>(null)
  const typed = useRef<Record<string, string>>({})
  const ended = endedNow ?? endedBefore
  if (ended === 'unknown')
    return <MessagePage title={t('intake-links:unknown.title')} text={t('intake-links:unknown.text')} />
  if (ended || !closed) return <MessagePage title={t('closed.title')} text={t(`closed.${ended ?? 'expired'}`)} />
  const organization = closed.organizationName && shownName(closed.organizationName)
  const language = languageOf(i18n.language)
  const call = async (what: string, session: string, more: object) =>
    setOpened({
      session,
      request: await api.post<OpenConsentRequest>(`${pathOf(code)}/${what}`, { session, ...more }, { quiet: true }),
    })
  /** @returns whether it worked */
  const act = async (what: string, more: object): Promise<boolean> => {
    if (!opened) return false
    try {
      await call(what, opened.session, more)
      return true
    } catch (error) {
      const failed = error instanceof ApiError ? error : null
      const end = endOf(error)
      if (end) setEnded(end)
      else if (failed?.code === 'consent-request-locked') {
        setOpened(null)
        notify(t('page.locked'), 'bad')
      } else if (failed?.status === 409 && what !== 'read') {
        notify(t('page.changed'), 'bad')
        await act('read', { language })
      } else notify(t('page.failed'), 'bad')
      return false
    }
  }
  return (
    <main id="content" className={classes.page}>
      <LeaveButton />
      {opened ? (
        <TypedContext value={typed}>
          <OpenRequest request={opened.request} organization={shownName(opened.request.organizationName)} onAct={act} />
        </TypedContext>
      ) : (
        <ClosedLink
          title={t('open.title')}
          lead={organization && t('open.lead', { organization })}
          submitLabel={t('open.submit')}
          onSubmit={async (birthDate) => {
            const { session } = await api.post<{ session: string }>(pathOf(code), { birthDate }, { quiet: true })
            await call('read', session, { language })
          }}
          onGone={() => setEnded('locked')}
        />
      )}
    </main>
  )
}
