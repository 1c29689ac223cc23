import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Reauthentication } from '../password-reset.ts'
import { returnPath } from '../return-path.ts'
import { FormPage } from './form-page.tsx'
import { useCaptcha } from './use-captcha.tsx'

const PasswordForm = Reauthentication.pick({ password: true }).extend({
  password: Reauthentication.shape.password.min(1),
})

/** Asks for the password again before something that needs it, and goes back there. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const [query] = useSearchParams()
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
      await navigate(returnPath(query.get('returnUrl'), location.origin, '/home/redirect'), { replace: true })
    },
    onFailure: (error) => {
      form.set('password', '')
      notify(t('reauthenticate.failed'), 'bad')
      captcha.reset()
      if (error instanceof ApiError && error.status === 429) setNeedsCaptcha(true)
    },
  })
  return (
    <FormPage
      title={t('reauthenticate.title')}
      lead={t('reauthenticate.lead')}
      onSubmit={form.submit}
      submitLabel={t('reauthenticate.submit')}
      isSending={form.isSending}
    >
      <Field form={form} name="password" autoComplete="current-password" />
      {needsCaptcha && captcha.widget}
    </FormPage>
  )
}
