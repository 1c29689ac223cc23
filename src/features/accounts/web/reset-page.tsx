import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { type AskedQuestion, ResetByQuestion, ResetForm } from '../password-reset.ts'
import { FormPage } from './form-page.tsx'
import { differing, findPasswordErrors } from './new-password.ts'
import { useCaptcha } from './use-captcha.tsx'
import { useSource } from './use-source.ts'

const AnswerForm = ResetForm.pick({ password: true, confirmPassword: true }).extend({
  securityQuestionAnswer: ResetByQuestion.shape.securityQuestionAnswer,
})

export const loader = ({ params }: LoaderFunctionArgs) =>
  api.get<AskedQuestion>(`/api/authentication/getQuestions/${encodeURIComponent(params.passwordResetToken ?? '')}`, {
    quiet: true,
    staysOn401: true,
  })

/** A 400 is the wrong answer, unless it says which other field it means. */
const failureKey = (error: unknown) =>
  error instanceof ApiError && error.status === 400 && error.errors.length === 0 ? 'wrongAnswer' : 'unknown'

/** A new password for who was mailed the link and knows the answer. */
export function Screen() {
  const { t, i18n } = useTranslation('accounts')
  const { passwordResetToken } = useParams()
  const { securityQuestion } = useLoaderData<AskedQuestion>()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const { keepSource } = useSource()
  const question = `choices.securityQuestion.${securityQuestion}`
  const form = useContractForm({
    contract: AnswerForm,
    texts: 'accounts',
    initial: { securityQuestionAnswer: '', password: '', confirmPassword: '' },
    rules: differing,
    onInvalid: () => notify(t('reset.fixFields'), 'bad'),
    onSubmit: async ({ securityQuestionAnswer, password }) => {
      const errors = await findPasswordErrors(password, [])
      if (errors.password) {
        form.setErrors(errors)
        return notify(t('reset.fixFields'), 'bad')
      }
      if (!captcha.code) return notify(t('reset.captcha'), 'bad')
      const body = { resetToken: passwordResetToken, securityQuestionAnswer, password, captchaCode: captcha.code }
      await api.post('/api/authentication/reset', body, { quiet: true, staysOn401: true })
      await navigate(keepSource('/auth/resetConfirmation'))
    },
    onFailure: (error) => {
      captcha.reset()
      notify(t(`reset.${failureKey(error)}`), 'bad')
    },
  })
  return (
    <FormPage
      title={t('reset.title')}
      onSubmit={form.submit}
      submitLabel={t('reset.submit')}
      isSending={form.isSending}
    >
      <Field
        form={form}
        name="securityQuestionAnswer"
        label={i18n.exists(question, { ns: 'accounts' }) ? t(question) : (securityQuestion ?? '')}
        autoComplete="off"
      />
      <Field form={form} name="password" label={t('reset.newPassword')} autoComplete="new-password" />
      <Field form={form} name="confirmPassword" autoComplete="new-password" />
      {captcha.widget}
    </FormPage>
  )
}
