import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { api } from '#platform/web/api.ts'
import { Captcha } from '#platform/web/captcha.tsx'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { ResendVerification } from '../organization-registration.ts'
import classes from './resend-form.module.css'

const EmailOnly = z.object({ email: ResendVerification.shape.email })

/** Requests a new confirmation link. The response is the same for every address. */
export function ResendForm() {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const [captcha, setCaptcha] = useState({ round: 0, code: null as string | null })
  const form = useContractForm({
    contract: EmailOnly,
    texts: 'registration',
    initial: { email: '' },
    onInvalid: () => notify(t('form.checkErrors', { ns: 'platform' }), 'bad'),
    onSubmit: async ({ email }) => {
      if (!captcha.code) return notify(t('organization.captcha'), 'bad')
      await api.post(
        '/api/organizationRegistration/resendVerification',
        { email, captchaCode: captcha.code },
        { quiet: true },
      )
      navigate('/registration/complete')
    },
    onFailure: () => {
      notify(t('organization.unknownError'), 'bad')
      setCaptcha(({ round }) => ({ round: round + 1, code: null }))
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className={classes.form} aria-labelledby="resend-title">
      <h2 id="resend-title">{t('verification.resendTitle')}</h2>
      <Field form={form} name="email" autoComplete="email" />
      <Captcha key={captcha.round} onCode={(code) => setCaptcha(({ round }) => ({ round, code }))} />
      <Button type="submit" loading={form.isSending}>
        {t('verification.resend')}
      </Button>
    </form>
  )
}
