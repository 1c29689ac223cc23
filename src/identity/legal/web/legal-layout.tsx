import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from 'react-router'
import classes from './legal-layout.module.css'

/** The centered card around each legal document. */
export function LegalLayout() {
  const { t } = useTranslation('legal')
  return (
    <main id="content" className={classes.page}>
      <div className={classes.card}>
        <nav className={classes.documents} aria-label={t('documents')}>
          <NavLink to="/legal/privacyPolicy">{t('privacyPolicy.title')}</NavLink>
          <NavLink to="/legal/terms">{t('terms.title')}</NavLink>
        </nav>
        <Suspense fallback={<Skeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </main>
  )
}

/** A placeholder while the text loads in another language. */
const Skeleton = () => {
  const { t } = useTranslation('legal')
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}
