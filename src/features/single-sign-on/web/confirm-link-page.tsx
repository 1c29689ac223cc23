import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { ActionAnchor, ActionButton } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import type { LinkOffer } from '../sign-on.ts'

const quiet = { quiet: true, staysOn401: true }
interface LoggedIn {
  forcePasswordReset: boolean
  redirectUrl: string
  mfaRequired: boolean
}

/** What the mailed link would tie together; null when it does not work here. */
export async function loader({ params }: LoaderFunctionArgs) {
  try {
    return await api.get<LinkOffer>(`/api/singleSignOn/link/${encodeURIComponent(params.code ?? '')}`, quiet)
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null
    throw error
  }
}

const failureText = (error: unknown) => {
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: null }
  if (code === 'account-frozen') return 'confirm.frozen'
  if (status === 406) return 'confirm.notActive'
  if (status === 403) return 'confirm.notVerified'
  return status === 409 ? 'confirm.taken' : 'confirm.failed'
}

/** The link that was mailed to an account's own address: one press ties the two together and signs in. */
export function Screen() {
  const { t } = useTranslation('single-sign-on')
  const { code = '' } = useParams()
  const offer = useLoaderData<LinkOffer | null>()
  const [isBusy, setBusy] = useState(false)
  if (!offer)
    return (
      <MessagePage title={t('confirm.goneTitle')} text={t('confirm.goneText')}>
        <ActionAnchor href="/auth/login">{t('confirm.login')}</ActionAnchor>
      </MessagePage>
    )
  const confirm = async () => {
    setBusy(true)
    try {
      const answer = await api.post<LoggedIn>(`/api/singleSignOn/link/${encodeURIComponent(code)}`, undefined, quiet)
      location.assign(answer.redirectUrl)
    } catch (error) {
      notify(t(failureText(error), { product: configuration().productName }), 'bad')
      setBusy(false)
    }
  }
  const words = { provider: offer.provider, email: offer.email, label: offer.label ?? t('confirm.someone') }
  return (
    <MessagePage title={t('confirm.title')} text={t('confirm.text', words)}>
      <ActionButton isBusy={isBusy} onClick={confirm}>
        {t('confirm.submit')}
      </ActionButton>
    </MessagePage>
  )
}
