import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, replace, useLoaderData } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { LinkRequest, type PendingIdentity } from '../sign-on.ts'
import classes from './which-account-page.module.css'

const quiet = { quiet: true, staysOn401: true }
const isGone = (error: unknown) => error instanceof ApiError && (error.status === 410 || error.status === 404)

/** The identity from the provider; without one, the person must sign in again. */
export async function loader() {
  try {
    return await api.get<PendingIdentity>('/api/singleSignOn/pending', quiet)
  } catch (error) {
    if (isGone(error)) throw replace('/auth/login?problem=failed')
    throw error
  }
}

/** The provider knows the person and the portal does not: offers ways to connect an account. */
export function Screen() {
  const { t } = useTranslation('single-sign-on')
  const { label, provider } = useLoaderData<PendingIdentity>()
  return (
    <main id="content" className={classes.page}>
      <header>
        <h1 tabIndex={-1}>{t('new.title')}</h1>
        <p className={classes.lead}>
          {label ? t('new.lead', { provider, label }) : t('new.leadUnnamed', { provider })}
        </p>
      </header>
      <section className={classes.way} aria-labelledby="have">
        <h2 id="have">{t('new.haveTitle')}</h2>
        <AskForLink known={label ?? ''} />
        <Link className={classes.link} to="/auth/login?with=password">
          {t('new.password')}
        </Link>
      </section>
      <section className={classes.way} aria-labelledby="fresh">
        <h2 id="fresh">{t('new.newTitle')}</h2>
        <p>{t('new.newText', { provider })}</p>
        <Button component={Link} to="/registration/choice" variant="default">
          {t('new.register')}
        </Button>
      </section>
    </main>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** @param known the provider's name for the person, usually their address */
function AskForLink({ known }: { known: string }) {
  const { t } = useTranslation(['single-sign-on', 'platform'])
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useContractForm({
    contract: LinkRequest,
    texts: 'single-sign-on',
    initial: { email: known.includes('@') ? known : '' },
    onSubmit: async ({ email }) => {
      await api.post('/api/singleSignOn/mail', { email }, quiet)
      setSentTo(email)
    },
    onFailure: (error) => {
      if (isGone(error)) return location.assign('/auth/login?problem=failed')
      if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <>
      <p aria-live="polite">{sentTo ? t('new.sent', { email: sentTo }) : t('new.haveText')}</p>
      {sentTo ? (
        // The clicked button has been removed.
        <Button ref={takeFocus} variant="default" onClick={() => setSentTo(null)}>
          {t('new.again')}
        </Button>
      ) : (
        <form className={classes.form} onSubmit={form.submit} noValidate>
          <Field form={form} name="email" autoComplete="email" />
          <Button type="submit" loading={form.isSending}>
            {t('new.send')}
          </Button>
        </form>
      )}
    </>
  )
}
