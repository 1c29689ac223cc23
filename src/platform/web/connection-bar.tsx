import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#ui/action.tsx'
import { getConnection, onConnection, retryLoads } from './connection.ts'
import classes from './connection-bar.module.css'

/**
 * Shows above every screen that the portal cannot be reached. Always rendered, so that screen readers announce its
 * content when it appears.
 * @param keepsTyped whether unsaved input is still on the screen
 */
export function ConnectionBar({ keepsTyped }: { keepsTyped: boolean }) {
  const { t } = useTranslation()
  const connection = useSyncExternalStore(onConnection, getConnection)
  return (
    <div role="status" className={classes.place}>
      {connection !== 'reached' && (
        <p className={classes.bar}>
          {t(`connection.${connection}`)} {keepsTyped && t('connection.kept')}
          {connection === 'unreachable' && (
            <ActionButton look="text" onClick={retryLoads}>
              {t('connection.retry')}
            </ActionButton>
          )}
        </p>
      )}
    </div>
  )
}
