import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FirstContactCall } from '../first-contact.ts'
import type { Referral } from '../referral-call.ts'
import { type FirstContact, FirstContactFields, firstContactErrors } from './first-contact-fields.tsx'
import { useRecordFirstContact } from './referral-calls.ts'

/** Records the first contact if the work started without one. */
export function FirstContactDialog({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const { t } = useTranslation('referrals')
  const [given, setGiven] = useState<FirstContact>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { mutateAsync, isPending } = useRecordFirstContact(referral.id)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const lacking = firstContactErrors(given, referral.sentOn)
    setErrors(lacking)
    if (Object.keys(lacking).length > 0) return focusFirstMistake(event.currentTarget)
    try {
      await mutateAsync(FirstContactCall.parse(given))
      notify(t('firstContact.done'))
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0)
        setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, errorText(message, 'referrals')])))
      else notify(t(error instanceof ApiError && error.status === 409 ? 'changedMeanwhile' : 'failed'), 'bad')
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('firstContact.record')} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FirstContactFields
            given={given}
            errors={errors}
            onChange={(change) => setGiven((before) => ({ ...before, ...change }))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('firstContact.record')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
