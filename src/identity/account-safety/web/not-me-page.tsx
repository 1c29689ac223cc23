import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { clearStored } from '#platform/web/session-user.ts'
import { dayText } from '#platform/web/time-words.ts'
import { ActionAnchor, ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import type { NotMeDone, NotMeLink } from '../not-me.ts'

const isGone = (error: unknown) => error instanceof ApiError && (error.status === 410 || error.status === 400)
const pathOf = (code: string) => `/api/authentication/notMe/${encodeURIComponent(code)}`

export async function loader({ params }: LoaderFunctionArgs) {
  const code = params.code ?? ''
  const link = await api.get<NotMeLink>(pathOf(code), { quiet: true }).catch((error) => {
    if (isGone(error)) return null
    throw error
  })
  return { code, link }
}

/** For the link of a security mail. Opening it changes nothing; the button does. */
export function Screen() {
  const loaded = useLoaderData<typeof loader>()
  const [state, setState] = useState(loaded.link?.state ?? 'gone')
  const [done, setDone] = useState<NotMeDone | null>(null)
  if (done) return <Done done={done} />
  if (!loaded.link || state !== 'open') return <Closed state={state} />
  return <Ask code={loaded.code} link={loaded.link} onDone={setDone} onUsed={() => setState('used')} />
}

function Ask({
  code,
  link,
  onDone,
  onUsed,
}: {
  code: string
  link: NotMeLink
  onDone: (done: NotMeDone) => void
  onUsed: () => void
}) {
  const { t } = useTranslation('account-safety')
  const [isSending, setSending] = useState(false)
  const report = async () => {
    setSending(true)
    try {
      const done = await api.post<NotMeDone>(pathOf(code), undefined, { quiet: true })
      // All sessions have ended, including this browser's.
      clearStored()
      notifyOtherTabs('ended')
      onDone(done)
    } catch (error) {
      setSending(false)
      if (isGone(error)) onUsed()
      else notify(t('notMe.failed'), 'bad')
    }
  }
  const text = (
    <>
      {t('notMe.lead', { when: dayText(link.createdOn) })} <strong>{t(`notMe.kind.${link.kind}`)}</strong>
    </>
  )
  return (
    <MessagePage title={t('notMe.title')} text={text}>
      <div style={{ textAlign: 'start', width: '100%' }}>
        <p style={{ margin: 0 }}>{t('notMe.will')}</p>
        <ul>
          {(t('notMe.steps', { returnObjects: true }) as string[]).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </div>
      <Button size="md" onClick={report} loading={isSending}>
        {t('notMe.confirm')}
      </Button>
      <ActionLink to="/" look="quiet">
        {t('notMe.cancel')}
      </ActionLink>
    </MessagePage>
  )
}

function Done({ done }: { done: NotMeDone }) {
  const { t } = useTranslation('account-safety')
  const lines = [
    t('notMe.ended', { count: done.sessionsEnded }),
    t('notMe.held'),
    ...(done.waysRemoved ? [t('notMe.removed', { count: done.waysRemoved })] : []),
    done.sentTo ? t('notMe.sent', { to: done.sentTo }) : t('notMe.later'),
  ]
  return (
    <MessagePage title={t('notMe.doneTitle')} text={t('notMe.doneLead')}>
      <div role="status" style={{ textAlign: 'start', width: '100%' }}>
        <ul style={{ marginTop: 0 }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>
          <strong>{t(done.sentTo ? 'notMe.next' : 'notMe.nextLater')}</strong>
        </p>
      </div>
      <ActionAnchor href="/" look="quiet">
        {t('notMe.home')}
      </ActionAnchor>
    </MessagePage>
  )
}

function Closed({ state }: { state: string }) {
  const { t } = useTranslation('account-safety')
  const kind = state === 'used' || state === 'expired' ? state : 'gone'
  return (
    <MessagePage title={t(`notMe.${kind}Title`)} text={t(`notMe.${kind}`)}>
      <ActionLink to="/auth/forgot">{t('notMe.forgot')}</ActionLink>
      <ActionLink to="/" look="quiet">
        {t('notMe.home')}
      </ActionLink>
    </MessagePage>
  )
}
