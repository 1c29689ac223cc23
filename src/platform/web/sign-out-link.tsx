import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import classes from './app-frame.module.css'
import { notify } from './notify.ts'

/** Hardly anybody sees it, and every screen has the link. */
const loadDialog = async () => (await import('./unsent-dialog.tsx')).UnsentDialog

/** Without an answer from the browser's storage, nobody is kept from signing out. */
const hasUnsent = () => import('./offline.ts').then((offline) => offline.hasUnsent()).catch(() => false)

interface SignOutProps {
  /** Sends what this device still has to send. */
  sendUnsent: () => Promise<void>
}

/** Signs out, which deletes what this device did not send yet: if there is anything, it asks first. */
export function SignOutLink({ sendUnsent }: SignOutProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [Dialog, setDialog] = useState<Awaited<ReturnType<typeof loadDialog>> | null>(null)
  const leave = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!(await hasUnsent())) return navigate('/auth/logout')
    await loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => notify(t('notice.wentWrong'), 'bad'),
    )
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
      {Dialog && <Dialog sendUnsent={sendUnsent} onClose={() => setDialog(null)} />}
    </>
  )
}
