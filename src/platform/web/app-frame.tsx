import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, Outlet } from 'react-router'
import type { RoleKey } from '../schema/roles.ts'
import classes from './app-frame.module.css'
import { Brand } from './brand.tsx'
import { configuration } from './configuration.ts'
import { useLiveEvents } from './live.ts'
import { queryClient } from './query-client.ts'
import { ReaderSettings } from './reader-settings.tsx'
import { knownUser, userHasRole } from './session-user.ts'

/** A place in the main navigation; shown to those roles, or to everybody. */
export interface NavigationItem {
  to: string
  /** Key of the label, `area:key`. */
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  roles?: RoleKey[]
  /** A count beside it, as a component of its feature. */
  count?: ComponentType
}

/** Around the signed-in screens: navigation at the side, or at the bottom of a phone. */
export function AppFrame({ items }: { items: NavigationItem[] }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Live />
      <Frame items={items} />
    </QueryClientProvider>
  )
}

function Live() {
  useLiveEvents()
  return null
}

function Frame({ items }: { items: NavigationItem[] }) {
  const { t } = useTranslation()
  const user = knownUser()
  const shown = items.filter((i) => !i.roles || userHasRole(user, ...i.roles))
  return (
    <div className={classes.frame}>
      <nav className={classes.side} aria-label={t('shell.main')}>
        <div className={classes.brand}>
          <Brand to="/home/redirect" />
        </div>
        {shown.map(({ to, label, icon: Icon, count: Count }) => (
          <NavLink key={to} to={to} className={classes.link ?? ''}>
            <Icon size={22} aria-hidden />
            <span>{t(label)}</span>
            {Count && <Count />}
          </NavLink>
        ))}
      </nav>
      <div className={classes.body}>
        <header className={classes.top}>
          <span className={classes.who}>
            {user ? `${user.firstName} ${user.lastName}` : ''}
            {user?.organizationName && <small>{user.organizationName}</small>}
          </span>
          <ReaderSettings />
          <Button
            component={Link}
            to="/auth/logout"
            variant="subtle"
            leftSection={<IconLogout aria-hidden="true" size={20} />}
            classNames={{ label: classes.wide ?? '' }}
            aria-label={t('shell.signOut')}
          >
            {t('shell.signOut')}
          </Button>
        </header>
        {configuration().evaluation && (
          <aside className={classes.evaluation}>
            {t('shell.evaluationBanner')}{' '}
            <a href="/dev/outbox" target="_blank" rel="noopener">
              {t('shell.outbox')}
            </a>
          </aside>
        )}
        <main id="content" className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
