import { Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import { leaveAndDelete } from './offline.ts'
import { onSessionSignal, type SessionSignal } from './session-channel.ts'
import { useSendingUnsent } from './use-sending-unsent.ts'

interface UnsentDialogProps {
  /** Sends what this device still has to send. */
  sendUnsent: () => Promise<void>
  onClose: () => void
}

/** Asks before what this device did not send is deleted. */
export function UnsentDialog({ sendUnsent, onClose }: UnsentDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = () => {
    // A screen with unsaved changes asks about them first.
    onClose()
    return navigate('/auth/logout')
  }
  const { send, signIn, isSending, left } = useSendingUnsent(sendUnsent, leave)
  // The screen asks for a sign-in by itself; then what was asked for here goes on.
  const goOn = useEffectEvent((signal: SessionSignal) => {
    if (signal === 'kept') void send()
  })
  useEffect(() => (left === 'signed-out' ? onSessionSignal((signal) => goOn(signal)) : undefined), [left])
  return (
    <Dialog opened onClose={onClose} title={t('unsent.title')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <p>{t('unsent.text')}</p>
      {left && <p role="alert">{t(`unsent.left.${left}`)}</p>}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="red" disabled={isSending} onClick={() => void leaveAndDelete(leave)}>
          {t('unsent.delete')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('unsent.stay')}
        </Button>
        {left === 'signed-out' ? (
          <Button onClick={() => void signIn()}>{t('unsent.signIn')}</Button>
        ) : (
          <Button data-autofocus loading={isSending} onClick={() => void send()}>
            {t('unsent.send')}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}
