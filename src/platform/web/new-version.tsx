import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#ui/action.tsx'
import { onOutdated, readOutdated } from './build.ts'
import classes from './connection-bar.module.css'

/** Offers a reload after the portal was updated; what is typed is kept as a draft. */
export function NewVersion() {
  const { t } = useTranslation()
  const isOutdated = useSyncExternalStore(onOutdated, readOutdated)
  return (
    <div role="status">
      {isOutdated && (
        <p className={classes.bar}>
          {t('connection.newVersion')}{' '}
          <ActionButton look="text" onClick={() => location.reload()}>
            {t('connection.reload')}
          </ActionButton>
        </p>
      )}
    </div>
  )
}
