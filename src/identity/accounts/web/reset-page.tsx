import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { ApiError, api, isCaptchaRefused } from '#platform/web/api.ts'
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
const reasonOf = (gone: ApiError) => reasons.find((reason) => reason === gone.body.reason) ?? ('unknown' as const)
type Reason = ReturnType<typeof reasonOf>

/** The security question of the link, or why the link is no longer valid. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const path = `/api/authentication/getQuestions/${encodeURIComponent(params.passwordResetToken ?? '')}`
  try {
    return await api.get<DisplayedQuestion>(path, { quiet: true, staysOn401: true })
  } catch (error) {
    // Inside the portal, an invalid link opens nothing; opened from a message, it shows the page that says why.
    if (!(error instanceof ApiError && error.status === 410 && isDirectHit(request))) throw error
    return { reason: reasonOf(error) }
  }
}
type Loaded = Awaited<ReturnType<typeof loader>>

/** A 400 means a wrong answer, unless it is about the captcha or names another field. */
function failureKey(error: unknown) {
  if (isCaptchaRefused(error)) return 'platform:message.captcha-failed'
  if (!(error instanceof ApiError && error.status === 400)) return 'reset.unknown'
  return error.errors.length ? 'reset.fixFields' : 'reset.wrongAnswer'
}

/** What stays at the answer when the snackbar has disappeared. */
function answerErrorKey(error: unknown) {
  if (error instanceof ApiError && error.status === 429)
    // Only the limit of this network, which ends sooner, says when.
    return error.body.retryAfter ? 'reset.tooManyNow' : 'reset.tooMany'
  return failureKey(error) === 'reset.wrongAnswer' ? 'reset.wrongAnswer' : null
}

/** Sets a new password for a person who received the link and knows the answer. */
export function Screen() {
  const loaded = useLoaderData<Loaded>()
  const [reason, setReason] = useState<Reason | null>('reason' in loaded ? loaded.reason : null)
  if (reason) return <LinkGone reason={reason} />
  return 'reason' in loaded ? null : <AnswerPage asked={loaded} onGone={(gone) => setReason(reasonOf(gone))} />
}

function LinkGone({ reason }: { reason: Reason }) {
  const { t } = useTranslation('accounts')
  const { keepSource } = useSource()
  return (
    <MessageScreen title={t('reset.gone.title')} text={t(`reset.gone.${reason}`)}>
      <ActionLink to={keepSource('/auth/forgot')}>{t('reset.gone.again')}</ActionLink>
    </MessageScreen>
  )
}

interface AnswerPageProps {
  asked: DisplayedQuestion
  /** The link ended while the form was open. */
  onGone: (gone: ApiError) => void
}

function AnswerPage({ asked: { securityQuestion, securityQuestionKey }, onGone }: AnswerPageProps) {
  const { t } = useTranslation(['accounts', 'platform'])
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
      notify(t(failureKey(error)), 'bad')
      const atAnswer = answerErrorKey(error)
      if (atAnswer) form.setErrors({ securityQuestionAnswer: t(atAnswer) })
      if (error instanceof ApiError && error.status === 410) onGone(error)
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
