import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import type { SessionUser } from '#platform/web/session-user.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Password } from '../account.ts'
import { ResetForm } from '../password-reset.ts'
import { differing, findPasswordErrors } from './new-password.ts'

const ChangeForm = ResetForm.pick({ password: true, confirmPassword: true }).extend({
  currentPassword: Password.meta({ title: 'Current Password', format: 'password' }),
})
const blank = { currentPassword: '', password: '', confirmPassword: '' }

interface ChangePasswordDialogProps {
  user: SessionUser
  onClose: () => void
}

/** A dialog that only its own buttons close, so that an accidental click does not lose input. */
export function ChangePasswordDialog({ user, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation(['accounts', 'platform'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('security.change')}
      size="calc(500px)"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <PasswordForm user={user} onClose={onClose} />
    </Dialog>
  )
}

/** Rendered only while the dialog is open, so that no typed password outlives it. */
function PasswordForm({ user, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation(['accounts', 'platform'])
  const form = useContractForm({
    contract: ChangeForm,
    texts: 'accounts',
    initial: blank,
    rules: differing,
    onSubmit: async (values): Promise<void> => {
      const personal = [user.firstName, user.lastName, user.email, user.organizationName]
      const errors = await findPasswordErrors(values.password, personal)
      if (errors.password) return form.setErrors(errors)
      await api.put('/api/myAccountPortalAccount/', values, { quiet: true })
      notify(t('security.saved'))
      onClose()
    },
    onFailure: (error) => {
      logFailure(error)
      // Field errors are shown at the field; other errors would not be noticed.
      if (error instanceof ApiError && error.errors.length) return
      const isTooMany = error instanceof ApiError && error.status === 429
      notify(t(isTooMany ? 'reauthenticate.tooMany' : 'platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Field form={form} name="currentPassword" autoComplete="current-password" takesFocus />
        <Field
          form={form}
          name="password"
          label={t('reset.newPassword')}
          description={t('reset.passwordHelp')}
          autoComplete="new-password"
        />
        <Field form={form} name="confirmPassword" autoComplete="new-password" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('platform:form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
