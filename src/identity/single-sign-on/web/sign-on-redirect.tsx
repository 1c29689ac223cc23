import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { SignInRedirectParts } from '#identity/accounts/web/sign-in-method-public.ts'
import { configuration } from '#platform/web/configuration.ts'
import { ActionAnchor } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import classes from './sign-on-redirect.module.css'

const START = '/api/singleSignOn/start'
const problems = ['cancelled', 'unreachable', 'notActive', 'notVerified']

/** Redirects to the provider automatically, unless the provider just reported a problem, which is shown instead. */
function Page() {
  const { t } = useTranslation('single-sign-on')
  const problem = useSearchParams()[0].get('problem')
  const { productName, signOnName: provider } = configuration()
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

function Start() {
  const { t } = useTranslation('single-sign-on')
  return (
    <ActionAnchor look="quiet" href={START}>
      {t('login.start', { provider: configuration().signOnName })}
    </ActionAnchor>
  )
}

/** What the sign-in page shows of single sign-on. */
export const parts: SignInRedirectParts = { Page, Start }
