import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { Field } from '#platform/web/field.tsx'
import { refreshUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { rememberUser, type SessionUser } from '#platform/web/session-user.ts'
import { type DisplayedQuestion, MyAccountChange, ResetForm } from '../password-reset.ts'
import { FormPage } from './form-page.tsx'
import { MissingParts, missingErrors } from './missing-parts.tsx'
import { differing, findPasswordErrors } from './new-password.ts'

const OwnResetForm = ResetForm.extend({ currentPassword: MyAccountChange.shape.currentPassword })

export async function loader() {
  const [user, { securityQuestion }] = await Promise.all([
    refreshUser(),
    api.get<DisplayedQuestion>('/api/authentication/getQuestions', { quiet: true }),
  ])
  return { user, securityQuestion }
}

/** Sets the new password that is required before anything else, and what the account still lacks. */
export function Screen() {
  const { t } = useTranslation(['accounts', 'platform'])
  const { user, securityQuestion } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const navigate = useNavigate()
  const prompts = {
    showSecurityQuestionPrompt: user.forcePasswordReset && !securityQuestion,
    showTermsAndConditionsPrompt: user.forcePasswordReset && !user.acceptedTermsAndConditions,
  }
  const form = useContractForm({
    contract: OwnResetForm,
    texts: 'accounts',
    initial: { password: '', confirmPassword: '', acceptedTermsAndConditions: false },
    rules: (values) => ({ ...differing(values), ...missingErrors(values, prompts) }),
    onSubmit: async (values): Promise<void> => {
      const personal = [user.firstName, user.lastName, user.email, user.organizationName]
      const errors = await findPasswordErrors(values.password, personal)
      if (errors.password) return form.setErrors(errors)
      const body = { ...values, email: user.email, forcePasswordReset: false }
      rememberUser(await api.put<SessionUser>('/api/myAccountPortalAccount/', body))
      notify(t('reset.saved'))
      await navigate('/home/redirect')
    },
    // The call itself shows the general notification.
    onFailure: logFailure,
  })
  return (
    <FormPage
      title={t('forceReset.title')}
      lead={t('forceReset.lead')}
      onSubmit={form.submit}
      submitLabel={t('reset.submit')}
      isSending={form.isSending}
      cancel={
        <Button component={Link} to="/auth/logout" variant="default">
          {t('platform:shell.signOut')}
        </Button>
      }
    >
      <TextInput name="email" label={t('reset.email')} value={user.email} readOnly autoComplete="username" />
      {!user.forcePasswordReset && (
        <Field form={form} name="currentPassword" required autoComplete="current-password" />
      )}
      <Field form={form} name="password" description={t('reset.passwordHelp')} autoComplete="new-password" />
      <Field form={form} name="confirmPassword" autoComplete="new-password" />
      <MissingParts form={form} prompts={prompts} />
    </FormPage>
  )
}
