import { IconLifebuoy, IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import classes from '../help-desk.module.css'
import { handlesTickets } from './reader-role.ts'

/** The support area's own menu: one entry for everybody, and the canned answers for those who keep them. */
export function SupportMenu() {
  const { t } = useTranslation('help-desk')
  return (
    <nav className={classes.menu} aria-label={t('page.menu')}>
      <NavLink to="/support/helpDesk" className={classes.menuLink ?? ''}>
        <IconLifebuoy size={22} aria-hidden />
        {t('page.title')}
      </NavLink>
      {handlesTickets() && (
        <NavLink to="/support/cannedAnswers" className={classes.menuLink ?? ''}>
          <IconMessages size={22} aria-hidden />
          {t('answers.title')}
        </NavLink>
      )}
    </nav>
  )
}
