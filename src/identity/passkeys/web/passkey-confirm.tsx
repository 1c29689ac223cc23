import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { usePossible } from '#platform/web/use-possible.ts'
import { confirmWithPasskey, failureOf } from './passkey-ceremony.ts'
import { worksHere } from './passkey-support.ts'

/** A button to confirm one's identity with a passkey; shown only if the account has one and it works here. */
export function PasskeyConfirm({ onConfirmed }: { onConfirmed: () => Promise<void> | void }) {
  const { t } = useTranslation('passkeys')
  const [isBusy, setBusy] = useState(false)
  const isPossible = usePossible('/api/passkey/confirm', worksHere())
  if (!isPossible) return null
  const confirm = async () => {
    setBusy(true)
    try {
      await confirmWithPasskey()
      await onConfirmed()
    } catch (error) {
      notify(t(failureOf(error) === 'stopped' ? 'stopped' : 'failed'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconFingerprint aria-hidden="true" size={20} />}
      loading={isBusy}
      onClick={confirm}
    >
      {t('confirm')}
    </Button>
  )
}
