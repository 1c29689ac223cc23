import { Button, Checkbox, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { NewAccountForm } from '#identity/accounts/new-account.ts'
import { differing, FormPage, findPasswordErrors, useCaptcha } from '#identity/accounts/web/accounts-public.tsx'
import { ConfidentialityAgreement } from '#identity/legal/web/legal-public.tsx'
import { ApiError, api, isCaptchaRefused } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { MessageScreen } from '#platform/web/message-screen.tsx'
import { notify } from '#platform/web/notify.ts'
import { isDirectHit } from '#platform/web/screen.tsx'
import { ActionLink } from '#ui/action.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { InvitedContact } from '../member-registration.ts'

/** Without the invitation's code nobody can register, so the screen does not open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const contactId = new URL(request.url).searchParams.get('contactId')
  if (!contactId) throw new Response(null, { status: 400, statusText: 'contactId is missing' })
  const path = `/api/contact/${encodeURIComponent(contactId)}/registration`
  try {
    return { contactId, contact: await api.get<InvitedContact>(path, { quiet: true, staysOn401: true }) }
  } catch (error) {
    // Inside the portal, an invalid link opens nothing; opened from a message, it shows the page that says why.
    if (!(error instanceof ApiError && error.status === 410 && isDirectHit(request))) throw error
    return { reason: reasons.find((reason) => reason === error.body.reason) ?? ('unknown' as const) }
  }
}
type Loaded = Awaited<ReturnType<typeof loader>>

/** If the server names fields, each shows its own error. */
function failureKey(error: unknown) {
  if (!(error instanceof ApiError)) return 'reset.unknown'
  if (isCaptchaRefused(error)) return 'platform:message.captcha-failed'
  if (error.status === 406) return 'member.emailInUse'
  return error.errors.length ? 'platform:form.checkErrors' : 'reset.unknown'
}
const reasons = ['used', 'expired', 'withdrawn', 'replaced'] as const

/** Creates a community member's own account, by invitation. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const loaded = useLoaderData<Loaded>()
  if (!('reason' in loaded)) return <MemberPage {...loaded} />
  return (
    <MessageScreen title={t(`member.gone.${loaded.reason}.title`)} text={t(`member.gone.${loaded.reason}.text`)}>
      <ActionLink to="/">{t('ok')}</ActionLink>
    </MessageScreen>
  )
}

function MemberPage({ contactId, contact }: { contactId: string; contact: InvitedContact }) {
  const { t } = useTranslation(['accounts', 'platform'])
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const [isReading, setReading] = useState(false)
  const form = useContractForm({
    contract: NewAccountForm,
    texts: 'accounts',
    initial: { password: '', confirmPassword: '', securityQuestionAnswer: '', acceptedTermsAndConditions: false },
    rules: differing,
    onInvalid: () => notify(t('platform:form.checkErrors'), 'bad'),
    onSubmit: async (values): Promise<void> => {
      const errors = await findPasswordErrors(values.password, [contact.firstName, contact.lastName, contact.email])
      if (errors.password) {
        form.setErrors(errors)
        return notify(t('platform:form.checkErrors'), 'bad')
      }
      if (!captcha.code) return notify(t('reset.captcha'), 'bad')
      const body = { ...values, ...contact, contactId, captchaCode: captcha.code }
      await api.post('/api/communityMemberRegistration/register/', body, { quiet: true, staysOn401: true })
      await navigate('/registration/completion')
    },
    onFailure: (error) => {
      captcha.reset()
      notify(t(failureKey(error)), 'bad')
    },
  })
  return (
    <FormPage
      title={t('member.title')}
      onSubmit={form.submit}
      submitLabel={t('reset.submit')}
      isSending={form.isSending}
      cancel={
        <Button component={Link} to="/" variant="default">
          {t('platform:form.cancel')}
        </Button>
      }
    >
      <TextInput label={t('member.firstName')} value={contact.firstName} readOnly />
      <TextInput label={t('member.lastName')} value={contact.lastName} readOnly />
      <TextInput label={t('reset.email')} value={contact.email ?? ''} readOnly autoComplete="username" />
      <Field form={form} name="password" description={t('reset.passwordHelp')} autoComplete="new-password" />
      <Field form={form} name="confirmPassword" autoComplete="new-password" />
      <Field form={form} name="securityQuestion" required />
      <Field form={form} name="securityQuestionAnswer" autoComplete="off" />
      <Checkbox
        name="acceptedTermsAndConditions"
        label={t('member.accept')}
        checked={Boolean(form.values.acceptedTermsAndConditions)}
        error={form.errors.acceptedTermsAndConditions}
        onChange={(e) => form.set('acceptedTermsAndConditions', e.currentTarget.checked)}
      />
      <Button variant="subtle" onClick={() => setReading(true)}>
        {t('member.policy')}
      </Button>
      {captcha.widget}
      {isReading && (
        <Dialog
          opened
          onClose={() => setReading(false)}
          title={t('member.agreement')}
          size="calc(800px)"
          closeButtonProps={{ 'aria-label': t('platform:form.close') }}
        >
          {/* The button appears together with the text, so that it does not move under the pointer. */}
          <Suspense fallback={null}>
            <ConfidentialityAgreement />
            <Button
              mt="md"
              onClick={() => {
                form.set('acceptedTermsAndConditions', true)
                setReading(false)
              }}
            >
              {t('member.iAccept')}
            </Button>
          </Suspense>
        </Dialog>
      )}
    </FormPage>
  )
}
