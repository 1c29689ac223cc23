import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Reauthentication } from '../password-reset.ts'
import { useCaptcha } from './use-captcha.tsx'

const PasswordForm = Reauthentication.pick({ password: true }).extend({
  password: Reauthentication.shape.password.min(1),
})

/** Asks for the password again, after too many tries with a captcha. */
export function PasswordConfirm({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const { t } = useTranslation('accounts')
  const captcha = useCaptcha()
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const form = useContractForm({
    contract: PasswordForm,
    texts: 'accounts',
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      if (needsCaptcha && !captcha.code) return notify(t('forgot.captcha'), 'bad')
      const body = { password, ...(captcha.code ? { captchaCode: captcha.code } : {}) }
      await api.post('/api/authentication/reauthenticate', body, { quiet: true, staysOn401: true })
      await onConfirmed()
    },
    onFailure: (error) => {
      form.set('password', '')
      notify(t('reauthenticate.failed'), 'bad')
      captcha.reset()
      if (error instanceof ApiError && error.status === 429) setNeedsCaptcha(true)
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text>{t('reauthenticate.lead')}</Text>
        <Field form={form} name="password" autoComplete="current-password" />
        {needsCaptcha && captcha.widget}
        <Button type="submit" loading={form.isSending}>
          {t('reauthenticate.submit')}
        </Button>
      </Stack>
    </form>
  )
}
