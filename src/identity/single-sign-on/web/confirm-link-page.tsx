import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { ActionAnchor } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { type LinkOffer, LinkProof } from '../sign-on.ts'
import classes from './which-account-page.module.css'

const quiet = { quiet: true, staysOn401: true }
interface LoggedIn {
  forcePasswordReset: boolean
  redirectUrl: string
  mfaRequired: boolean
}

/** What the mailed link would connect; null if it does not work here. */
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
  if (code === 'login-failed' || code === 'wrong-code' || code === 'invalid-request') return 'confirm.wrong'
  if (status === 429) return 'confirm.tooMany'
  if (code === 'account-frozen') return 'confirm.frozen'
  if (status === 406) return 'confirm.notActive'
  if (status === 403) return 'confirm.notVerified'
  return status === 409 ? 'confirm.taken' : 'confirm.failed'
}

/** For the link mailed to an account's own address: after the owner's proof, links the two and signs in. */
export function Screen() {
  const { t } = useTranslation('single-sign-on')
  const offer = useLoaderData<LinkOffer | null>()
  if (!offer)
    return (
      <MessagePage title={t('confirm.goneTitle')} text={t('confirm.goneText')}>
        <ActionAnchor href="/auth/login">{t('confirm.login')}</ActionAnchor>
      </MessagePage>
    )
  if (offer.proof === 'sign-in')
    return (
      <MessagePage title={t('confirm.signInTitle')} text={t('confirm.signInText', { provider: offer.provider })}>
        <ActionAnchor href="/auth/login?with=password">{t('confirm.login')}</ActionAnchor>
      </MessagePage>
    )
  return <ProofForm offer={offer} />
}

const proofNames = { password: 'password', code: 'code', none: null, 'sign-in': null } as const

function ProofForm({ offer }: { offer: LinkOffer }) {
  const { t } = useTranslation('single-sign-on')
  const { code = '' } = useParams()
  const name = proofNames[offer.proof]
  const form = useContractForm({
    contract: LinkProof,
    texts: 'single-sign-on',
    initial: name ? { [name]: '' } : {},
    rules: (values) => (name && !values[name] ? { [name]: t('platform:form.required') } : {}),
    onSubmit: async (given) => {
      const answer = await api.post<LoggedIn>(`/api/singleSignOn/link/${encodeURIComponent(code)}`, given, quiet)
      location.assign(answer.redirectUrl)
    },
    onFailure: (error) => {
      const reason = failureText(error)
      const text = t(reason, { product: configuration().productName })
      if (name) form.set(name, '')
      if (name && (reason === 'confirm.wrong' || reason === 'confirm.tooMany')) form.setErrors({ [name]: text })
      notify(text, 'bad')
    },
  })
  const words = { provider: offer.provider, email: offer.email, label: offer.label ?? t('confirm.someone') }
  return (
    <main id="content" className={classes.page}>
      <header>
        <h1 tabIndex={-1}>{t('confirm.title')}</h1>
        <p className={classes.lead}>{t('confirm.text', words)}</p>
      </header>
      <form className={classes.form} onSubmit={form.submit} noValidate>
        {name && <p>{t(`confirm.${name}Lead`)}</p>}
        {name && (
          <Field
            form={form}
            name={name}
            required
            autoComplete={name === 'code' ? 'one-time-code' : 'current-password'}
          />
        )}
        <Button type="submit" loading={form.isSending}>
          {t('confirm.submit')}
        </Button>
      </form>
    </main>
  )
}
