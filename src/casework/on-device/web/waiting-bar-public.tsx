import { Button } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './on-device.module.css'
import { refusedIntakes, useWaiting, waits } from './use-waiting.ts'
import { WaitingWords } from './waiting-words.tsx'

/** Above every screen, while something of intakes that are not open waits to be sent, or was refused. */
export function WaitingBar() {
  const { t } = useTranslation('on-device')
  const { waiting, isSending, send } = useWaiting()
  if (!waiting) return null
  const isSendable = waits(waiting)
  if (!isSendable && !refusedIntakes(waiting).length) return null
  return (
    <div role="status" className={classes.bar}>
      <IconCloudUpload size={20} aria-hidden />
      <span>
        <WaitingWords waiting={waiting} />
      </span>
      {isSendable && (
        <Button size="compact-md" loading={isSending} onClick={() => void send()}>
          {t('send')}
        </Button>
      )}
      <Link to="/onDevice">{t('show')}</Link>
    </div>
  )
}
