import { useTranslation } from 'react-i18next'
import { Screen as DevicePage } from './device-page.tsx'
import classes from './on-device.module.css'

/** For everything that does not open without a connection: says so, and lists what does. */
export function NotHere() {
  const { t } = useTranslation('on-device')
  return (
    <div className={classes.page}>
      <p role="alert">{t('notHere')}</p>
      <DevicePage />
    </div>
  )
}
