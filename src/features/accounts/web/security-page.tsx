import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { currentUser } from '#platform/web/guards.ts'
import type { SessionUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

export const loader = () => currentUser()

/** The password. Where no second factor is asked for there is nothing else here, so its dialog opens by itself. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const user = useLoaderData<SessionUser>()
  const [isOpen, setOpen] = useState(!user.requireMfa)
  return (
    <>
      <PageHeading title={t('security.title')} />
      <Card>
        <p>{t('security.lead')}</p>
        <Button leftSection={<IconLock aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
          {t('security.change')}
        </Button>
      </Card>
      <ChangePasswordDialog user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
