import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { configuration } from '#platform/web/configuration.ts'
import { ActionAnchor } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { LoginForm } from './login-form.tsx'
import classes from './login-page.module.css'

const START = '/api/singleSignOn/start'
const problems = ['cancelled', 'unreachable', 'notActive', 'notVerified']

/** The front page's form on a separate page; with single sign-on, a link to the provider. */
export function Screen() {
  const { t } = useTranslation(['landing', 'single-sign-on'])
  const [query] = useSearchParams()
  const provider = configuration().signOnName
  if (provider && query.get('with') !== 'password') return <SignOn provider={provider} problem={query.get('problem')} />
  return (
    <main id="content" className={classes.page}>
      <h1 tabIndex={-1}>{t('login')}</h1>
      <LoginForm />
      {provider && (
        <ActionAnchor look="quiet" href={START}>
          {t('single-sign-on:login.start', { provider })}
        </ActionAnchor>
      )}
    </main>
  )
}

/** Redirects to the provider automatically, unless the provider just reported a problem, which is shown instead. */
function SignOn({ provider, problem }: { provider: string; problem: string | null }) {
  const { t } = useTranslation('single-sign-on')
  const { productName } = configuration()
  useEffect(() => {
    // Replaces this page, so that going back from the provider does not lead here and on again.
    if (!problem) location.replace(START)
  }, [problem])
  const known = problems.includes(problem ?? '') ? problem : 'failed'
  const text = problem ? t(`login.problem.${known}`, { provider, product: productName }) : t('login.lead')
  return (
    <MessagePage title={problem ? t('login.title') : t('login.going', { provider })} text={text}>
      <ActionAnchor href={START}>{t('login.start', { provider })}</ActionAnchor>
      <Link className={classes.other} to="?with=password">
        {t('login.other')}
      </Link>
    </MessagePage>
  )
}
