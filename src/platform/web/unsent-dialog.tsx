import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import { retryLoads } from './connection.ts'
import { hasUnsent } from './offline.ts'

/** Time for a screen that is open to send what was typed in it. */
const PATIENCE_MS = 3000
const LOOK_MS = 200

async function isAllSent() {
  for (const end = Date.now() + PATIENCE_MS; await hasUnsent(); ) {
    if (Date.now() > end) return false
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  return true
}

interface UnsentDialogProps {
  /** Sends what this device still has to send. */
  sendUnsent: () => Promise<void>
  onClose: () => void
}

/** Asks before what this device did not send is deleted. */
export function UnsentDialog({ sendUnsent, onClose }: UnsentDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const send = async () => {
    setSending(true)
    setLeft(false)
    // The screen that is open sends its own.
    await Promise.all([retryLoads(), sendUnsent()]).catch(() => undefined)
    if (await isAllSent()) return navigate('/auth/logout')
    setLeft(true)
    setSending(false)
  }
  return (
    <Dialog opened onClose={onClose} title={t('unsent.title')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <p>{t('unsent.text')}</p>
      {isLeft && <p role="alert">{t('unsent.left')}</p>}
      <Group justify="flex-end" mt="md">
        <Button component={Link} to="/auth/logout" variant="subtle" color="red" disabled={isSending}>
          {t('unsent.delete')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('unsent.stay')}
        </Button>
        <Button data-autofocus loading={isSending} onClick={() => void send()}>
          {t('unsent.send')}
        </Button>
      </Group>
    </Dialog>
  )
}
