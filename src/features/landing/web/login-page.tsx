import { useTranslation } from 'react-i18next'
import { LoginForm } from './login-form.tsx'
import classes from './login-page.module.css'

/** The front page's form on a page of its own, for where the front page only links to it. */
export function Screen() {
  const { t } = useTranslation('landing')
  return (
    <main id="content" className={classes.page}>
      <h1 tabIndex={-1}>{t('login')}</h1>
      <LoginForm />
    </main>
  )
}
