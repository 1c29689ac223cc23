import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { MessageScreen } from '#platform/web/message-screen.tsx'
import { notify } from '#platform/web/notify.ts'
import { isDirectHit } from '#platform/web/screen.tsx'
import { ActionLink } from '#ui/action.tsx'
import { type DisplayedQuestion, ResetByQuestion, ResetForm } from '../password-reset.ts'
import { FormPage } from './form-page.tsx'
import { differing, findPasswordErrors } from './new-password.ts'
import { useCaptcha } from './use-captcha.tsx'
import { useSource } from './use-source.ts'

const AnswerForm = ResetForm.pick({ password: true, confirmPassword: true }).extend({
  securityQuestionAnswer: ResetByQuestion.shape.securityQuestionAnswer,
})

const reasons = ['used', 'expired', 'withdrawn', 'replaced'] as const

/** The security question of the link, or why the link is no longer valid. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const path = `/api/authentication/getQuestions/${encodeURIComponent(params.passwordResetToken ?? '')}`
  try {
    return await api.get<DisplayedQuestion>(path, { quiet: true, staysOn401: true })
  } catch (error) {
    // Inside the portal, an invalid link opens nothing; opened from a message, it shows the page that says why.
    if (!(error instanceof ApiError && error.status === 410 && isDirectHit(request))) throw error
    return { reason: reasons.find((reason) => reason === error.body.reason) ?? ('unknown' as const) }
  }
}
type Loaded = Awaited<ReturnType<typeof loader>>

/** A 400 means a wrong answer, unless it names another field. */
function failureKey(error: unknown) {
  if (!(error instanceof ApiError && error.status === 400)) return 'unknown'
  return error.errors.length ? 'fixFields' : 'wrongAnswer'
}

/** Sets a new password for a person who received the link and knows the answer. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const { keepSource } = useSource()
  const loaded = useLoaderData<Loaded>()
  if (!('reason' in loaded)) return <AnswerPage asked={loaded} />
  return (
    <MessageScreen title={t('reset.gone.title')} text={t(`reset.gone.${loaded.reason}`)}>
      <ActionLink to={keepSource('/auth/forgot')}>{t('reset.gone.again')}</ActionLink>
    </MessageScreen>
  )
}

function AnswerPage({ asked: { securityQuestion, securityQuestionKey } }: { asked: DisplayedQuestion }) {
  const { t } = useTranslation('accounts')
  const { passwordResetToken } = useParams()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const { keepSource } = useSource()
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
      const key = failureKey(error)
      notify(t(`reset.${key}`), 'bad')
      // The snackbar disappears; this error stays.
      if (key === 'wrongAnswer') form.setErrors({ securityQuestionAnswer: t('reset.wrongAnswer') })
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
        label={securityQuestionKey ? t(`choices.securityQuestion.${securityQuestionKey}`) : (securityQuestion ?? '')}
        autoComplete="off"
      />
      <Field form={form} name="password" label={t('reset.newPassword')} autoComplete="new-password" />
      <Field form={form} name="confirmPassword" autoComplete="new-password" />
      {captcha.widget}
    </FormPage>
  )
}
