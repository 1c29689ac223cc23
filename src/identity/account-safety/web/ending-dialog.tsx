import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import classes from './safety.module.css'
import { secondsWords } from './seconds-words.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/** Screen readers announce the time only at these steps; every second would be too much. */
const spoken = (seconds: number) => [10, 30, 60, 120].find((step) => seconds <= step) ?? 120

/** Shown two minutes before the session ends: stay, or sign out. */
export function EndingDialog({
  endsAt,
  why,
  onOver,
  onStay,
  onAccept,
}: {
  endsAt: number
  why: 'idle' | 'longest'
  onOver: () => void
  onStay: () => void
  onAccept: () => void
}) {
  const { t } = useTranslation('account-safety')
  const left = useSecondsLeft(endsAt, onOver) ?? 0
  const text = why === 'idle' ? 'idle.text' : 'idle.textTotal'
  const onClose = why === 'idle' ? onStay : onAccept
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      title={t('idle.title')}
      size={500}
      zIndex={1000}
    >
      <p aria-hidden="true" style={{ marginTop: 0 }}>
        {t(text, { time: secondsWords(t, left) })}{' '}
        <span className={classes.time}>
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </span>
      </p>
      <VisuallyHidden role="status">{t(text, { time: secondsWords(t, spoken(left)) })}</VisuallyHidden>
      <Group justify="flex-end">
        <Button component="a" href="/auth/logout" variant="default">
          {t('idle.signOut')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t(why === 'idle' ? 'idle.stay' : 'idle.ok')}
        </Button>
      </Group>
    </Dialog>
  )
}
