import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { partnerOf } from '#platform/web/configuration.ts'
import { MessageScreen } from '#platform/web/message-screen.tsx'
import { ActionButton, ActionLink } from '#ui/action.tsx'
import { CompletionMessage } from './completion-message.tsx'
import { ResendForm } from './resend-form.tsx'

interface Confirmed {
  verificationRequired: boolean
  source: string | null
}
type Failure = 'used' | 'expired' | 'unknown' | 'failed'

// A code works once, and React may mount a screen twice: both mounts share one call.
const calls = new Map<string, Promise<Confirmed>>()

function confirm(code: string) {
  const known = calls.get(code)
  if (known) return known
  const path = `/api/organizationRegistration/verification/${encodeURIComponent(code)}`
  const call = api.post<Confirmed>(path, undefined, { quiet: true, staysOn401: true })
  calls.set(code, call)
  return call
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 410) return error.body.reason === 'expired' ? 'expired' : 'used'
  return error.status >= 400 && error.status < 500 ? 'unknown' : 'failed'
}

/** The target of the confirmation e-mail's link: confirms on opening, and offers help if it cannot. */
export function Screen() {
  const { t } = useTranslation('registration')
  const { verificationCode: code = '' } = useParams()
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isCurrent = true
    confirm(code).then(
      (answer) => isCurrent && setConfirmed(answer),
      (error) => isCurrent && setFailure(failureOf(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [code, round])
  const retry = () => {
    calls.delete(code)
    setFailure(null)
    setRound(round + 1)
  }
  if (confirmed)
    return (
      <CompletionMessage
        isReviewed={confirmed.verificationRequired}
        partner={partnerOf(confirmed.source)}
        address="confirmed"
      />
    )
  if (!failure)
    return (
      <MessageScreen title={t('verification.title')} text={<span role="status">{t('verification.working')}</span>} />
    )
  return (
    <MessageScreen title={t(`verification.${failure}Title`)} text={t(`verification.${failure}Text`)}>
      {failure === 'used' && <ActionLink to="/">{t('verification.login')}</ActionLink>}
      {failure === 'failed' && <ActionButton onClick={retry}>{t('verification.retry')}</ActionButton>}
      <ResendForm />
    </MessageScreen>
  )
}
