import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { type ContractForm, errorText, useContractForm } from '#platform/web/contract-form.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { Field } from '#platform/web/field.tsx'
import { MessageScreen } from '#platform/web/message-screen.tsx'
import { notify } from '#platform/web/notify.ts'
import { ActionLink } from '#ui/action.tsx'
import { type LinkedAccount, LinkProofForm, ResetForm } from '../password-reset.ts'
import { FormPage } from './form-page.tsx'
import { MissingParts, missingErrors } from './missing-parts.tsx'
import { differing, findPasswordErrors } from './new-password.ts'

const INVALID = 'Invalid token'

const reasons = ['used', 'expired', 'withdrawn', 'replaced'] as const
type Reason = (typeof reasons)[number] | 'unknown'
interface Invalid {
  reason: Reason
}
const reasonOf = (given: unknown): Reason => reasons.find((reason) => reason === given) ?? 'unknown'

/** The account of the link, or why the link is not valid. */
export async function loader({ params }: LoaderFunctionArgs) {
  const path = `/api/authentication/jwtReset/getAccount/${encodeURIComponent(params.jwtResetToken ?? '')}`
  try {
    const account = await api.get<LinkedAccount & { message?: string }>(path, { quiet: true, staysOn401: true })
    return account.message === INVALID ? { reason: 'unknown' as const } : account
  } catch (error) {
    if (error instanceof ApiError && error.message === INVALID) return { reason: reasonOf(error.body.reason) }
    throw error
  }
}

/** The token as the server signed it; the URL contains it in base64. */
function decodeToken(token: string) {
  try {
    return atob(token.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return token
  }
}

export function Screen() {
  const { t } = useTranslation('accounts')
  const found = useLoaderData<LinkedAccount | Invalid>()
  if (!('reason' in found)) return <LinkedReset account={found} />
  return (
    <MessageScreen title={t('adminReset.invalidTitle')} text={t(`adminReset.invalid.${found.reason}`)}>
      <ActionLink to="/">{t('ok')}</ActionLink>
    </MessageScreen>
  )
}

const LinkForm = ResetForm.extend(LinkProofForm.shape)

function failureKey(error: unknown) {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'wrong-answer') return 'reset.wrongAnswer'
  if (code === 'wrong-code') return 'adminReset.wrongCode'
  if (code !== 'too-many-requests') return 'platform:notice.wentWrong'
  // Only the limit of this network, which ends sooner, says when.
  return (error as ApiError).body.retryAfter ? 'reset.tooManyNow' : 'adminReset.tooMany'
}

/** The proof in addition to the mailbox that received the link. */
function Proof(props: {
  form: ContractForm<typeof LinkForm.shape>
  account: LinkedAccount
  name: 'factorCode' | 'securityQuestionAnswer'
  onSwitch: () => void
}) {
  const { form, account, name, onSwitch } = props
  const { t, i18n } = useTranslation('accounts')
  const question = `choices.securityQuestion.${account.askedQuestion}`
  const label = i18n.exists(question, { ns: 'accounts' }) ? t(question) : (account.askedQuestion ?? '')
  return (
    <>
      {name === 'factorCode' ? (
        <Field form={form} name={name} required autoComplete="one-time-code" />
      ) : (
        <Field form={form} name={name} label={label} required autoComplete="off" />
      )}
      {account.takesCode && account.askedQuestion && (
        <Button variant="subtle" onClick={onSwitch}>
          {t(name === 'factorCode' ? 'adminReset.useAnswer' : 'adminReset.useCode')}
        </Button>
      )}
    </>
  )
}

function LinkedReset({ account }: { account: LinkedAccount }) {
  const { t } = useTranslation(['accounts', 'platform'])
  const { jwtResetToken = '' } = useParams()
  const navigate = useNavigate()
  const [usesCode, setUsesCode] = useState(false)
  const proof = account.takesCode && (usesCode || !account.askedQuestion) ? 'factorCode' : 'securityQuestionAnswer'
  const isAsked = account.askedQuestion !== null || account.takesCode
  const prompts = {
    showSecurityQuestionPrompt: !account.hasSecurityQuestions,
    showTermsAndConditionsPrompt: !account.acceptedTermsAndConditions,
  }
  const form = useContractForm({
    contract: LinkForm,
    texts: 'accounts',
    initial: { password: '', confirmPassword: '', acceptedTermsAndConditions: account.acceptedTermsAndConditions },
    rules: (values) => ({
      ...differing(values),
      ...missingErrors(values, prompts),
      ...(isAsked && !String(values[proof] ?? '').trim() ? { [proof]: errorText('needed', 'accounts') } : {}),
    }),
    onSubmit: async (values): Promise<void> => {
      const errors = await findPasswordErrors(values.password, [])
      if (errors.password) return form.setErrors(errors)
      const { factorCode, securityQuestionAnswer, ...rest } = values
      const shown = proof === 'factorCode' && isAsked ? { factorCode } : { securityQuestionAnswer }
      const body = { ...rest, ...shown, resetToken: decodeToken(jwtResetToken) }
      await api.post('/api/authentication/jwtReset', body, { quiet: true, staysOn401: true })
      notify(t('reset.saved'))
      const query = account.source ? `?source=${encodeURIComponent(account.source)}` : ''
      await navigate(`/auth/resetConfirmation${query}`)
    },
    onFailure: (error) => {
      logFailure(error)
      if (error instanceof ApiError && error.errors.length) return
      form.set(proof, '')
      notify(t(failureKey(error)), 'bad')
    },
  })
  return (
    <FormPage
      title={t('adminReset.title')}
      onSubmit={form.submit}
      submitLabel={t('reset.submit')}
      isSending={form.isSending}
    >
      {isAsked && <Proof form={form} account={account} name={proof} onSwitch={() => setUsesCode(!usesCode)} />}
      <Field form={form} name="password" label={t('reset.newPassword')} autoComplete="new-password" />
      <Field form={form} name="confirmPassword" label={t('reset.confirmNewPassword')} autoComplete="new-password" />
      <MissingParts form={form} prompts={prompts} />
    </FormPage>
  )
}
