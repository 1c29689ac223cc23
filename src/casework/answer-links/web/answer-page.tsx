import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { mistakeOf, type Saved } from '#casework/appointments/web/appointments-public.tsx'
import { type LinkEnd, linkEnds } from '#casework/referrals/link-machine.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { TypedContext } from '#platform/web/use-typed.ts'
import { MessagePage } from '#ui/message-page.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ClosedAnswer, LinkedReferral } from '../answer-link.ts'
import classes from './answer-page.module.css'
import { CodeForm } from './code-form.tsx'
import { OpenedReferral } from './opened-referral.tsx'

const pathOf = (code: string) => `/api/answerLink/open/${encodeURIComponent(code)}`

interface Loaded {
  code: string
  closed: ClosedAnswer | null
  end: End | null
}

/** Why a link opens nothing. */
type End = LinkEnd | 'unknown'

function endOf(error: unknown): End | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 404) return 'unknown'
  if (error.status !== 410) return null
  return linkEnds.find((end) => end === error.body.reason) ?? 'ended'
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const code = params.code ?? ''
  try {
    const closed = await api.get<ClosedAnswer>(pathOf(code), { quiet: true, signal })
    return { code, closed, end: closed.state === 'open' ? null : closed.state }
  } catch (error) {
    const end = endOf(error)
    if (end) return { code, closed: null, end }
    throw error
  }
}

interface Opened {
  session: string
  referral: LinkedReferral
}

interface EndedLinkProps {
  end: End
  closed: ClosedAnswer | null
}

/** Why the link opens nothing, and what to do instead. */
function EndedLink({ end, closed }: EndedLinkProps) {
  const { t } = useTranslation('answer-links')
  if (!closed || (end !== 'claimed' && end !== 'unconfirmed'))
    return <MessagePage title={t(`${end}.title`)} text={t(`${end}.text`)} />
  const names = { from: shownName(closed.referringOrganization), to: shownName(closed.referredToOrganization) }
  return (
    <MessagePage title={t('claimed.title', names)} text={t(`${end}.text`, names)}>
      <Button component={Link} to="/login">
        {t('claimed.signIn')}
      </Button>
    </MessagePage>
  )
}

/** Another link starts anew. */
export function Screen() {
  const loaded = useLoaderData<Loaded>()
  return <AnswerPage key={loaded.code} {...loaded} />
}

/** A recipient without an account sees a referral and answers it. Nothing of it stays in the browser. */
function AnswerPage({ code, closed, end }: Loaded) {
  const { t } = useTranslation('answer-links')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [endNow, setEnd] = useState(end)
  const typed = useRef<Record<string, string>>({})
  if (!closed || endNow) return <EndedLink end={endNow ?? 'ended'} closed={closed} />
  const [from, to] = [shownName(closed.referringOrganization), shownName(closed.referredToOrganization)]
  const call = <Answer,>(what: string, body: object) =>
    api.post<Answer>(`${pathOf(code)}${what}`, body, { quiet: true })
  /** Shows the referral as it is after a call, or what became of the link. */
  const run = async (what: string, session: string, body: object): Promise<Saved> => {
    try {
      const referral = await call<LinkedReferral>(what, { session, ...body })
      setOpened({ session, referral })
      return { isDone: true, now: referral.appointment }
    } catch (error) {
      const failed = error instanceof ApiError ? error : null
      const mistake = mistakeOf(error)
      const isAppointment = what.startsWith('/appointment')
      const end = endOf(error)
      if (end) setEnd(end)
      else if (failed?.code === 'answer-link-locked') {
        setOpened(null)
        notify(t('page.locked'), 'bad')
      } else if (failed?.status === 409 && what !== '/read') {
        if (!mistake || !isAppointment) notify(t('page.changed'), 'bad')
        const { now } = await run('/read', session, {})
        return { isDone: false, mistake, now }
      } else if (!mistake) notify(t('open.failed'), 'bad')
      return { isDone: false, mistake }
    }
  }
  return (
    <main id="content" className={classes.page}>
      {opened ? (
        <TypedContext value={typed}>
          <OpenedReferral
            key={opened.session}
            code={code}
            referral={opened.referral}
            run={(what, body) => run(what, opened.session, body)}
          />
        </TypedContext>
      ) : (
        <>
          <PageHeading title={t('open.title', { from })} lead={t('open.lead', { from, to })} />
          <CodeForm
            address={closed.sentTo}
            onSend={(language) => call('/code', { language })}
            onEnter={async (digits) => {
              const { session } = await call<{ session: string }>('', { code: digits })
              const { isDone } = await run('/read', session, {})
              if (isDone) requestAnimationFrame(() => document.querySelector('h1')?.focus())
            }}
            onGone={(error) => setEnd(endOf(error))}
          />
        </>
      )}
    </main>
  )
}
