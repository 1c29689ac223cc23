import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { LoadedRedirect, SignInButton } from '#identity/accounts/web/sign-in-method-public.ts'
import { LoginForm } from './login-form.tsx'
import classes from './login-page.module.css'

/** The front page's form on a separate page; with a sign-in method at another site, a redirect to it instead. */
export function Screen({ buttons, redirects }: { buttons: SignInButton[]; redirects: LoadedRedirect[] }) {
  const { t } = useTranslation('landing')
  const [query] = useSearchParams()
  const [redirect] = redirects
  if (redirect && query.get('with') !== 'password') return <redirect.Page />
  return (
    <main id="content" className={classes.page}>
      <h1 tabIndex={-1}>{t('login')}</h1>
      <LoginForm buttons={buttons} />
      {redirects.map(({ name, Start }) => (
        <Start key={name} />
      ))}
    </main>
  )
}
