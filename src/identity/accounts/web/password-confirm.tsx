import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Reauthentication } from '../password-reset.ts'

const PasswordForm = Reauthentication.extend({ password: Reauthentication.shape.password.min(1) })

/** Asks for the password again. */
export function PasswordConfirm({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const { t } = useTranslation('accounts')
  const form = useContractForm({
    contract: PasswordForm,
    texts: 'accounts',
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      await api.post('/api/authentication/reauthenticate', { password }, { quiet: true, staysOn401: true })
      await onConfirmed()
    },
    onFailure: (error) => {
      form.set('password', '')
      const isTooMany = error instanceof ApiError && error.status === 429
      const text = t(isTooMany ? 'reauthenticate.tooMany' : 'reauthenticate.failed')
      notify(text, 'bad')
      // The snackbar disappears; this error stays.
      form.setErrors({ password: text })
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text>{t('reauthenticate.lead')}</Text>
        <Field form={form} name="password" autoComplete="current-password" />
        <Button type="submit" loading={form.isSending}>
          {t('reauthenticate.submit')}
        </Button>
      </Stack>
    </form>
  )
}
