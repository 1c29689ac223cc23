import { Button } from '@mantine/core'
import { IconChartBar, IconLifebuoy, IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import classes from '../help-desk.module.css'
import { handlesTickets } from './reader-role.ts'

/** The menu of the support area. */
export function SupportMenu() {
  const { t } = useTranslation('tickets')
  return (
    <nav className={classes.menu} aria-label={t('page.menu')}>
      <NavLink to="/support/helpDesk" className={classes.menuLink ?? ''}>
        <IconLifebuoy size={22} aria-hidden />
        <span>{t('page.title')}</span>
      </NavLink>
    </nav>
  )
}

/** A link to the response times, for readers who may see them. */
export function MeasuresLink() {
  const { t } = useTranslation('tickets')
  if (!handlesTickets() && !userHasRole(knownUser(), 'organization-admin')) return null
  return (
    <Button
      component={Link}
      to="/support/measures"
      variant="subtle"
      leftSection={<IconChartBar size={18} aria-hidden />}
    >
      {t('page.measures')}
    </Button>
  )
}

/** A link to the canned answers, for people who manage them. */
export function CannedAnswersLink() {
  const { t } = useTranslation('tickets')
  if (!handlesTickets()) return null
  return (
    <Button
      component={Link}
      to="/support/cannedAnswers"
      variant="subtle"
      leftSection={<IconMessages size={18} aria-hidden />}
    >
      {t('page.answers')}
    </Button>
  )
}
