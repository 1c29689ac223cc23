import { Group, Stack, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/web/contract-form.ts'
import { DirectReferralContact } from '../referral-call.ts'
import classes from './new-referral-page.module.css'

const nobody: DirectReferralContact = { firstName: '', lastName: '', email: '' }

/** What is missing or wrong in the recipient of the invitation, by field names. */
export function contactErrors(contact: DirectReferralContact | null | undefined): Record<string, string> {
  if (!contact) return {}
  const { error } = DirectReferralContact.safeParse(contact)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path: [name], message }) => {
      const isEmpty = contact[name as keyof DirectReferralContact].trim() === ''
      const wrong = name === 'email' ? 'email-format' : message
      return [
        `directReferralContact.${String(name)}`,
        isEmpty ? i18next.t('platform:form.required') : errorText(wrong, 'referrals'),
      ]
    }),
  )
}

interface InvitedContactProps {
  organization: string
  /** the directory's contact there */
  suggested: DirectReferralContact | null
  value: DirectReferralContact | null
  errors: Record<string, string>
  /** what the names of its fields begin with */
  prefix: string
  /** @param isSuggested whether the form itself filled it in */
  onChange: (value: DirectReferralContact, isSuggested?: boolean) => void
}

/** An organization without an account receives an e-mail: at the directory's address, unless another one is entered. */
export function InvitedContact({ organization, suggested, value, errors, prefix, onChange }: InvitedContactProps) {
  const { t } = useTranslation('referrals')
  const contact = value ?? suggested ?? nobody
  const begin = useRef(() => value === null && onChange(contact, true))
  useEffect(() => {
    begin.current()
  }, [])
  const field = (name: keyof DirectReferralContact) => ({
    name: `${prefix}directReferralContact.${name}`,
    label: t(`pick.${name}`),
    withAsterisk: true,
    'aria-required': true,
    autoComplete: 'off',
    value: contact[name],
    error: errors[`${prefix}directReferralContact.${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...contact, [name]: event.currentTarget.value }),
  })
  const missing = errors[`${prefix}directReferralContact`]
  return (
    <fieldset className={classes.invite}>
      <legend>{t('pick.invite', { organization })}</legend>
      <Stack gap="sm">
        {missing && <p role="alert">{missing}</p>}
        <Group grow align="start">
          <TextInput {...field('firstName')} />
          <TextInput {...field('lastName')} />
        </Group>
        <TextInput
          {...field('email')}
          type="email"
          description={suggested && contact.email === suggested.email ? t('pick.fromDirectory') : undefined}
        />
      </Stack>
    </fieldset>
  )
}
