import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { AcceptTerms, differing, FormPage, findPasswordErrors } from '#identity/accounts/web/accounts-public.tsx'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { ActionLink } from '#ui/action.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { AcceptInvitation, type InvitedPerson } from '../invitation.ts'
import { type LinkFailure, readLink } from './read-link.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  readLink<InvitedPerson>(`/api/invitation/${encodeURIComponent(params.code ?? '')}`)

/** An invited person sets a password; the invitation contains their name and address. */
export function Screen() {
  const { t } = useTranslation('team')
  const { answer, failure } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [ended, setEnded] = useState<LinkFailure | 'done' | 'emailInUse' | null>(failure)
  if (ended)
    return (
      <MessagePage title={t(`accept.${ended}Title`)} text={t(`accept.${ended}Text`)}>
        <ActionLink to="/">{t(ended === 'done' || ended === 'used' ? 'accept.login' : 'accept.home')}</ActionLink>
      </MessagePage>
    )
  return answer ? <AcceptForm person={answer} onEnd={setEnded} /> : null
}

function AcceptForm({
  person,
  onEnd,
}: {
  person: InvitedPerson
  onEnd: (end: LinkFailure | 'done' | 'emailInUse') => void
}) {
  const { t } = useTranslation(['team', 'accounts', 'platform'])
  const { code = '' } = useParams()
  const organization = person.organizationName ?? configuration().productName
  const form = useContractForm({
    contract: AcceptInvitation,
    texts: 'accounts',
    initial: { password: '', confirmPassword: '', securityQuestionAnswer: '', acceptedTermsAndConditions: false },
    rules: differing,
    onSubmit: async (values): Promise<void> => {
      const { firstName, lastName, email, organizationName } = person
      const errors = await findPasswordErrors(values.password, [firstName, lastName, email, organizationName])
      if (errors.password) return form.setErrors(errors)
      await api.post(`/api/invitation/${encodeURIComponent(code)}`, values, { quiet: true, staysOn401: true })
      onEnd('done')
    },
    onFailure: (error) => {
      if (error instanceof ApiError && error.status === 410) return onEnd(error.body.reason as LinkFailure)
      if (error instanceof ApiError && error.status === 406) return onEnd('emailInUse')
      if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <FormPage
      title={t('accept.heading', { organization })}
      lead={t('accept.lead', { inviter: person.invitedByName ?? organization })}
      onSubmit={form.submit}
      submitLabel={t('accept.submit')}
      isSending={form.isSending}
    >
      <TextInput label={t('accept.name')} value={`${person.firstName} ${person.lastName}`} readOnly />
      <TextInput label={t('account.email')} value={person.email} readOnly autoComplete="username" />
      <Field form={form} name="password" description={t('accounts:reset.passwordHelp')} autoComplete="new-password" />
      <Field form={form} name="confirmPassword" autoComplete="new-password" />
      <Field form={form} name="securityQuestion" required />
      <Field form={form} name="securityQuestionAnswer" autoComplete="off" />
      <AcceptTerms form={form} />
    </FormPage>
  )
}
