import { Autocomplete, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerTime } from '#casework/response-times/web/answer-time-public.tsx'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import type { DirectReferralContact } from '../referral-call.ts'
import { DestinationOption, labelOf } from './destination-option.tsx'
import { DirectedTo } from './directed-to.tsx'
import { InvitedContact } from './invited-contact.tsx'
import classes from './new-referral-page.module.css'
import { useDestination, useDestinations } from './referral-calls.ts'

export interface Destination {
  serviceId?: string | null
  recipientOrganizationId?: string | null
  directedToId?: string | null
  /** of the addressee, for the form alone */
  directedToName?: string | null
  /** for an organization where nobody has an account yet */
  directReferralContact?: DirectReferralContact | null
}
interface PickerProps {
  value: Destination
  /**
   * @param label the selected destination in words; @param isSuggested whether the form itself filled in whom to invite
   */
  onChange: (value: Destination, label?: string, isSuggested?: boolean) => void
  /** What to pick, if there are several of these fields. */
  label?: string
  /** What the names of its fields begin with, if there are several. */
  prefix?: string
  error?: string | undefined
  errors?: Record<string, string>
  /** The current selection, in words. */
  initialText?: string
  withPerson?: boolean
  /** The ZIP code from which distances are measured. */
  near?: string | null
  /** Organizations that are not offered. */
  exceptIds?: string[]
}
/** What a call gets of it: an addressee only if the form shows one. */
export const asSent = ({ directedToName, ...sent }: Destination) => ({
  ...sent,
  directedToId: directedToName ? (sent.directedToId ?? null) : null,
})

const SHORTEST = 3
const nowhere: Destination = {
  serviceId: null,
  recipientOrganizationId: null,
  directedToId: null,
  directReferralContact: null,
}

/** Matching services and organizations, each label once. */
function useOptions(text: string, { near, exceptIds }: Pick<PickerProps, 'near' | 'exceptIds'>) {
  const isLong = text.trim().length >= SHORTEST
  const { data, isError } = useDestinations({ text, near: near ?? null, exceptIds: exceptIds ?? [] }, isLong)
  const found = [...new Map((isLong ? (data?.items ?? []) : []).map((each) => [labelOf(each), each]))]
  return { found, hasFailed: isLong && isError }
}

/** The destination of a referral: a service or an organization, and the addressee there. */
export function DestinationPicker(props: PickerProps) {
  const { value, onChange, error, errors = {}, initialText = '', withPerson, label, prefix = '' } = props
  const { t } = useTranslation('referrals')
  const [text, setText] = useState(initialText)
  const [asked] = useDebouncedValue(text, 400)
  const search = useOptions(value.recipientOrganizationId ? '' : asked, props)
  const suggestions = useSuggestions(search, text)
  const options = new Map(suggestions.options)
  const { data: destination } = useDestination(value.recipientOrganizationId ?? null)
  const pick = (picked: string) => {
    const option = options.get(picked)
    if (option)
      onChange(
        { ...nowhere, serviceId: option.service?.id ?? null, recipientOrganizationId: option.organization.id },
        picked,
      )
  }
  const type = (next: string) => {
    setText(next)
    if (value.recipientOrganizationId && !options.has(next)) onChange(nowhere, '')
  }
  const isInvited = destination?.takesReferrals && !destination.hasAccount && !destination.isOwn
  return (
    <Stack>
      <Autocomplete
        label={label ?? t('pick.label')}
        description={t('pick.hint')}
        size="md"
        withAsterisk
        required
        value={text}
        error={destination && !destination.takesReferrals ? t('message.organization-takes-no-referrals') : error}
        data={[...options.keys()]}
        renderOption={({ option }) => <DestinationOption found={options.get(option.value)} label={option.value} />}
        filter={({ options: all }) => all}
        onChange={type}
        onOptionSubmit={pick}
        {...suggestions.field}
        name={`${prefix}recipientOrganizationId`}
      />
      {destination?.takesReferrals && destination.hasAccount && !destination.isOwn && (
        <div className={classes.reach}>
          <p>{t('pick.answersHere', { organization: destination.name })}</p>
          <AnswerTime {...destination.responseTime} />
        </div>
      )}
      {isInvited && (
        <InvitedContact
          key={destination.id}
          organization={destination.name}
          suggested={destination.suggestedContact}
          value={value.directReferralContact ?? null}
          errors={errors}
          prefix={prefix}
          onChange={(directReferralContact, isSuggested) =>
            onChange({ ...value, directReferralContact }, undefined, isSuggested)
          }
        />
      )}
      {withPerson && destination?.takesReferrals && destination.hasAccount && (
        <DirectedTo
          key={destination.id}
          organizationId={destination.id}
          value={
            value.directedToId && value.directedToName ? { id: value.directedToId, name: value.directedToName } : null
          }
          onChange={(to) => onChange({ ...value, directedToId: to?.id ?? null, directedToName: to?.name ?? null })}
        />
      )}
    </Stack>
  )
}
