import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { LinkedIdentities } from '../sign-on.ts'

/** Asks before an identity is unlinked; the last sign-in method cannot be removed. */
export function UnlinkDialog({
  identity,
  mayUnlink,
  onClose,
}: {
  identity: LinkedIdentities['items'][number]
  mayUnlink: boolean
  onClose: (changed: boolean) => void
}) {
  const { t } = useTranslation(['single-sign-on', 'platform'])
  const [isBusy, setBusy] = useState(false)
  const unlink = async () => {
    setBusy(true)
    try {
      await api.delete(`/api/singleSignOn/identity/${identity.id}`, { quiet: true })
      notify(t('section.unlinked'))
      onClose(true)
    } catch (error) {
      setBusy(false)
      const { status = 0, code = '' } = error instanceof ApiError ? error : {}
      if (status !== 401)
        notify(t(code === 'last-sign-in-method' ? 'section.lastSignInMethod' : 'platform:notice.wentWrong'), 'bad')
    }
  }
  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title={t('section.unlinkTitle')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <Stack gap="md">
        <p>
          {mayUnlink
            ? t('section.unlinkText', { name: identity.label ?? t('section.unnamed') })
            : t('section.lastSignInMethod')}
        </p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>
            {t('platform:form.cancel')}
          </Button>
          {mayUnlink && (
            <Button color="red" loading={isBusy} onClick={unlink}>
              {t('section.unlink')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
