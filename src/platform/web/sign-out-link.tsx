import { Button, Group } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import classes from './app-frame.module.css'
import { retryLoads } from './connection.ts'

/** Without an answer from the browser's storage, nobody is kept from signing out. */
const hasUnsent = () => import('./offline.ts').then((offline) => offline.hasUnsent()).catch(() => false)

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

interface SignOutProps {
  /** Sends what this device still has to send. */
  sendUnsent: () => Promise<void>
}

/** Signs out, which deletes what this device did not send yet: if there is anything, it asks first. */
export function SignOutLink({ sendUnsent }: SignOutProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const leave = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (await hasUnsent()) setAsking(true)
    else await navigate('/auth/logout')
  }
  return (
    <>
      <Button
        component={Link}
        to="/auth/logout"
        variant="subtle"
        leftSection={<IconLogout aria-hidden="true" size={20} />}
        classNames={{ label: classes.wide ?? '' }}
        aria-label={t('shell.signOut')}
        onClick={(event: MouseEvent) => void leave(event)}
      >
        {t('shell.signOut')}
      </Button>
      {isAsking && <UnsentDialog sendUnsent={sendUnsent} onClose={() => setAsking(false)} />}
    </>
  )
}

function UnsentDialog({ sendUnsent, onClose }: SignOutProps & { onClose: () => void }) {
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
