import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Brand } from './brand.tsx'
import { CallInText } from './call-in-text.tsx'
import classes from './public-frame.module.css'
import { ReaderSettings } from './reader-settings.tsx'

/** The frame of the public screens: name, language, appearance, and links to the legal pages. */
export function PublicFrame() {
  const { t } = useTranslation()
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Brand />
        <ReaderSettings />
      </header>
      <Outlet />
      <footer className={classes.footer}>
        <Link to="/legal/privacyPolicy">{t('footer.privacy')}</Link>
        <Link to="/legal/terms">{t('footer.terms')}</Link>
        <span>
          <CallInText text={t('footer.help')} />
        </span>
      </footer>
    </div>
  )
}
