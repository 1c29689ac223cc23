import { Autocomplete, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import type { DirectReferralContact } from '../referral-call.ts'
import { useColleagues, useDestination } from './referral-calls.ts'

export interface Destination {
  serviceId?: string | null
  recipientOrganizationId?: string | null
  directedToId?: string | null
  directReferralContact?: DirectReferralContact | null
}
interface PickerProps {
  value: Destination
  onChange: (value: Destination) => void
  error?: string | undefined
  errors?: Record<string, string>
  /** What is picked already, in words. */
  initialText?: string
  withPerson?: boolean
}
interface Option {
  label: string
  serviceId: string | null
  organizationId: string
}
const SHORTEST = 3

/** Services and organizations by words, services first. */
function useOptions(text: string) {
  const isLong = text.trim().length >= SHORTEST
  const services = useQuery({
    queryKey: ['service', 'pick', text],
    enabled: isLong,
    queryFn: ({ signal }) =>
      api.get<{ items: { id: string; name: string; organizationId: string; organizationName: string }[] }>(
        '/api/service/',
        { query: { text, limit: 6 }, quiet: true, signal },
      ),
  })
  const organizations = useQuery({
    queryKey: ['organization', 'pick', text],
    enabled: isLong,
    queryFn: ({ signal }) =>
      api.get<{ items: { id: string; name: string }[] }>('/api/organization/autocomplete', {
        query: { name: text },
        quiet: true,
        signal,
      }),
  })
  if (!isLong) return []
  const found: Option[] = [
    ...(services.data?.items ?? []).map((s) => ({
      label: `${s.name} · ${s.organizationName}`,
      serviceId: s.id,
      organizationId: s.organizationId,
    })),
    ...(organizations.data?.items ?? [])
      .slice(0, 6)
      .map((o) => ({ label: o.name, serviceId: null, organizationId: o.id })),
  ]
  return found.filter((option, index) => found.findIndex(({ label }) => label === option.label) === index)
}

/** Where a referral goes: a service or an organization, and whom it is for there. */
export function DestinationPicker({ value, onChange, error, errors = {}, initialText = '', withPerson }: PickerProps) {
  const { t } = useTranslation('referrals')
  const [text, setText] = useState(initialText)
  const [asked] = useDebouncedValue(text, 400)
  const options = useOptions(value.recipientOrganizationId ? '' : asked)
  const destination = useDestination(value.recipientOrganizationId ?? null)
  const pick = (label: string) => {
    const option = options.find((each) => each.label === label)
    if (option)
      onChange({
        serviceId: option.serviceId,
        recipientOrganizationId: option.organizationId,
        directedToId: null,
        directReferralContact: null,
      })
  }
  const type = (next: string) => {
    setText(next)
    if (value.recipientOrganizationId && !options.some(({ label }) => label === next))
      onChange({ serviceId: null, recipientOrganizationId: null, directedToId: null, directReferralContact: null })
  }
  const problem =
    destination.data && !destination.data.takesReferrals ? t('message.organization-takes-no-referrals') : error
  return (
    <Stack>
      <Autocomplete
        label={t('pick.label')}
        description={t('pick.hint')}
        size="md"
        withAsterisk
        required
        value={text}
        error={problem}
        data={options.map(({ label }) => label)}
        filter={({ options: all }) => all}
        onChange={type}
        onOptionSubmit={pick}
        name="recipientOrganizationId"
      />
      {destination.data?.takesReferrals && !destination.data.hasAccount && !destination.data.isOwn && (
        <InvitedContact
          organization={destination.data.name}
          value={value.directReferralContact ?? null}
          errors={errors}
          onChange={(directReferralContact) => onChange({ ...value, directReferralContact })}
        />
      )}
      {withPerson && destination.data?.takesReferrals && destination.data.hasAccount && (
        <DirectedTo
          key={destination.data.id}
          organizationId={destination.data.id}
          value={value.directedToId ?? null}
          onChange={(directedToId) => onChange({ ...value, directedToId })}
        />
      )}
    </Stack>
  )
}

interface DirectedToProps {
  organizationId: string
  value: string | null
  onChange: (accountId: string | null) => void
}

/** For whose attention: somebody there, found by name. */
function DirectedTo({ organizationId, value, onChange }: DirectedToProps) {
  const { t } = useTranslation('referrals')
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 300)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const search = useColleagues(organizationId, chosen?.name === asked ? '' : asked)
  const found = search.data?.items ?? []
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const pick = (id: string | null) => {
    setChosen(offered.find((one) => one.id === id) ?? null)
    onChange(id)
  }
  return (
    <Select
      label={t('pick.directedTo')}
      description={t('pick.directedToHint')}
      searchable
      clearable
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={pick}
      filter={({ options }) => options}
      nothingFoundMessage={t(text.trim().length < 2 ? 'pick.directedToType' : 'pick.directedToNobody')}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const nobody: DirectReferralContact = { firstName: '', lastName: '', email: '' }

/** An organization without an account is written to by e-mail. */
function InvitedContact({
  organization,
  value,
  errors,
  onChange,
}: {
  organization: string
  value: DirectReferralContact | null
  errors: Record<string, string>
  onChange: (value: DirectReferralContact) => void
}) {
  const { t } = useTranslation('referrals')
  const contact = value ?? nobody
  const field = (name: keyof DirectReferralContact) => ({
    label: t(`pick.${name}`),
    withAsterisk: true,
    required: true,
    value: contact[name],
    error: errors[`directReferralContact.${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...contact, [name]: event.currentTarget.value }),
  })
  return (
    <fieldset>
      <legend>{t('pick.invite', { organization })}</legend>
      <Stack gap="sm">
        {errors.directReferralContact && <p role="alert">{errors.directReferralContact}</p>}
        <Group grow>
          <TextInput {...field('firstName')} />
          <TextInput {...field('lastName')} />
        </Group>
        <TextInput {...field('email')} type="email" />
      </Stack>
    </fieldset>
  )
}
