import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayChangeSignIn, type SessionUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import classes from './password-section.module.css'

/** The password, with the dialog that changes it. */
export function PasswordSection({ user, opensItself }: { user: SessionUser; opensItself: boolean }) {
  const { t } = useTranslation('accounts')
  const [isOpen, setOpen] = useState(opensItself)
  return (
    <Card>
      <p className={classes.lead}>{t('security.lead')}</p>
      <Button
        leftSection={<IconLock aria-hidden="true" size={20} />}
        onClick={() => setOpen(true)}
        disabled={!mayChangeSignIn()}
      >
        {t('security.change')}
      </Button>
      {isOpen && <ChangePasswordDialog user={user} onClose={() => setOpen(false)} />}
    </Card>
  )
}
