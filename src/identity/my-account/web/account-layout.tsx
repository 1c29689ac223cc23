import { IconEye, IconLock, IconSettings, IconTool, IconUserScreen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet, useLoaderData } from 'react-router'
import { currentUser, refreshUser } from '#platform/web/guards.ts'
import { isFirstScreen } from '#platform/web/screen.tsx'
import { type SessionUser, userHasRole } from '#platform/web/session-user.ts'
import classes from './account-layout.module.css'

/** The account is loaded again on entry, unless the page itself was just loaded with it. */
export const loader = () => (isFirstScreen() ? currentUser() : refreshUser({ asksAgain: true }))

/** The account area: its menu is at the side, or on top on a phone. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const user = useLoaderData<SessionUser>()
  const items = [
    { to: 'preferences', icon: IconSettings },
    { to: 'security', icon: IconLock },
    ...(userHasRole(user, 'community-member') ? [{ to: 'myRecord', icon: IconEye }] : []),
    ...(userHasRole(user, 'developer') ? [{ to: 'superAdmin', icon: IconTool }] : []),
    // A developer finds it on the screen above.
    ...(userHasRole(user, 'platform-admin') && !userHasRole(user, 'developer')
      ? [{ to: 'impersonate', icon: IconUserScreen }]
      : []),
  ]
  return (
    <div className={classes.area}>
      <nav className={classes.menu} aria-label={t('menu.title')}>
        {items.map(({ to, icon: Icon }) => (
          <NavLink key={to} to={`/myAccount/${to}`} className={classes.link ?? ''}>
            <Icon size={20} aria-hidden />
            {t(`menu.${to}`)}
          </NavLink>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}
