import { QueryClientProvider } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Brand } from '#platform/web/brand.tsx'
import { getConnection, onConnection } from '#platform/web/connection.ts'
import { NewVersion } from '#platform/web/new-version.tsx'
import { queryClient } from '#platform/web/query-client.ts'
import { ReaderSettings } from '#platform/web/reader-settings.tsx'
import { knownUser } from '#platform/web/session-user.ts'
import { ActionAnchor } from '#ui/action.tsx'
import classes from './on-device.module.css'

/** Around what opens without a connection. */
export function OfflineFrame() {
  const { t } = useTranslation('on-device')
  const connection = useSyncExternalStore(onConnection, getConnection)
  const user = knownUser()
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.offline}>
        <header className={classes.head}>
          <Brand to="/onDevice" />
          {user && (
            <span>
              {user.firstName} {user.lastName}
            </span>
          )}
          <nav aria-label={t('platform:shell.main')}>
            <Link to="/onDevice">{t('title')}</Link>
          </nav>
          <ReaderSettings />
        </header>
        <div role="status">
          {connection === 'reached' && (
            <p>
              {t('connected')}{' '}
              <ActionAnchor href={location.pathname} look="quiet">
                {t('openPortal')}
              </ActionAnchor>
            </p>
          )}
        </div>
        <NewVersion />
        <main id="content">
          <Outlet />
        </main>
      </div>
    </QueryClientProvider>
  )
}
