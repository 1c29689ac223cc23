import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { ForgotPassword } from '../password-reset.ts'
import { FormPage } from './form-page.tsx'
import { useCaptcha } from './use-captcha.tsx'
import { useSource } from './use-source.ts'

const ForgotForm = ForgotPassword.pick({ email: true })

/** Requests a link by mail. Does not reveal whether the address has an account. */
export function Screen() {
  const { t } = useTranslation(['accounts', 'platform'])
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const { source, partner, keepSource } = useSource()
  // Prefilled with the address entered at the sign-in.
  const { state } = useLocation()
  const typed = (state as { email?: unknown } | null)?.email
  const form = useContractForm({
    contract: ForgotForm,
    texts: 'accounts',
    initial: { email: typeof typed === 'string' ? typed.slice(0, 254) : '' },
    onInvalid: () => notify(t('forgot.fixFields'), 'bad'),
    onSubmit: async ({ email }) => {
      if (!captcha.code) return notify(t('forgot.captcha'), 'bad')
      const body = { email, captchaCode: captcha.code }
      await api.post('/api/authentication/forgot', body, { quiet: true, staysOn401: true, query: { source } })
      await navigate(keepSource('/auth/forgotConfirmation'))
    },
    onFailure: (error) => {
      captcha.reset()
      logFailure(error)
      notify(t('forgot.failed'), 'bad')
    },
  })
  return (
    <FormPage
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      onSubmit={form.submit}
      submitLabel={t('reset.submit')}
      isSending={form.isSending}
      cancel={
        partner ? (
          <Button component="a" href={partner.site} variant="default">
            {t('platform:form.cancel')}
          </Button>
        ) : (
          <Button component={Link} to="/" variant="default">
            {t('platform:form.cancel')}
          </Button>
        )
      }
    >
      <Field form={form} name="email" autoComplete="username" />
      {captcha.widget}
    </FormPage>
  )
}
