import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type Intake, VoidCall } from '../intake.ts'
import { voidIntake } from './intake-calls.ts'

/** Asks why an intake was entered in error. */
export function VoidDialog({ intake, onClose }: { intake: Intake; onClose: () => void }) {
  const { t } = useTranslation('intakes')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () => voidIntake(intake.id, reason),
    onSuccess: () => {
      notify(t('void.done'))
      onClose()
    },
    onError: (failed) =>
      setError(t(failed instanceof ApiError && failed.code === 'conflict' ? 'void.takenUp' : 'void.failed')),
  })
  return (
    <Dialog opened onClose={onClose} title={t('void.title')} withCloseButton={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (VoidCall.safeParse({ reason }).success) save.mutate()
          else setError(t('void.reasonMissing'))
        }}
      >
        <p>{t('void.text')}</p>
        <TextInput
          label={t('void.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={error}
          maxLength={300}
          required
          data-autofocus
        />
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('void.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('void.submit')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
