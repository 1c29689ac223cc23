import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emptyContact, filledContact } from '#directory/editing/web/editing-public.tsx'
import type { ServiceDetail } from '#directory/services/service-detail.ts'
import { type ContactLine, WITHOUT_PLACE } from '#directory/services/service-document.ts'
import { unknownWeek, type WeekHours } from '#directory/services/week-hours.ts'
import { ApiError } from '#platform/web/api.ts'
import { type ContractForm, useContractForm } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import {
  type Correctable,
  type NewSuggestion,
  SuggestedAddress,
  type SuggestionTopic,
  SuggestionWords,
} from '../suggestion.ts'
import { suggest } from './suggestion-calls.ts'

const note = SuggestionWords.pick({ note: true })
const contracts: Record<SuggestionTopic, z.ZodObject> = {
  hours: note,
  phone: note,
  contact: note,
  address: note.extend(SuggestedAddress.shape),
  eligibility: SuggestionWords,
  application: SuggestionWords,
  closed: note,
  other: SuggestionWords,
}

/** The places whose address can be corrected: those of the service that everybody may know. */
export const addressesOf = ({ places }: ServiceDetail) =>
  places.filter((place) => place.isOwn && !place.isConfidential && place.locationType === 'physical')

/** The telephone numbers that the page of a service shows, each once. */
export function numbersOf({ phones, places, organization }: ServiceDetail) {
  const all = [
    ...phones,
    ...places.filter(({ isOwn }) => isOwn).flatMap((place) => place.phones),
    ...organization.phones,
  ]
  return [...new Set(all.map(({ number }) => number))]
}

/** Somebody whom the directory names, by their place in the list; without one, somebody to enter. */
export const contactAt = ({ contacts }: Correctable, who: unknown): ContactLine =>
  contacts.find((_, at) => String(at) === who)?.contact ?? emptyContact

/** The address of a place, as inputs. */
export function addressInputs(service: ServiceDetail, locationId: string) {
  const place = addressesOf(service).find(({ id }) => id === locationId)
  const address = place?.addresses.find(({ addressType }) => addressType === 'physical') ?? place?.addresses[0]
  const { address1, address2, city, stateProvince, postalCode } = address ?? {}
  const inputs = { address1, address2, city, stateProvince, postalCode }
  return { locationId, ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, value ?? ''])) }
}

const isIncomplete = ({ days }: WeekHours) =>
  days.some(({ state, spans }) => state === 'open' && spans.some(({ opensAt, closesAt }) => !opensAt || !closesAt))

/** With what the fields of a topic begin. */
function startOf(topic: SuggestionTopic, service: ServiceDetail, correctable: Correctable): Record<string, unknown> {
  const [hours] = correctable.hours
  if (topic === 'hours') return { key: hours?.key ?? WITHOUT_PLACE, week: hours?.week ?? unknownWeek() }
  if (topic === 'phone') return { number: numbersOf(service)[0] ?? '', becomes: '' }
  if (topic === 'contact') {
    const who = correctable.contacts.length ? '0' : ''
    return { who, contact: contactAt(correctable, who), isGone: false }
  }
  if (topic === 'address') return addressInputs(service, addressesOf(service)[0]?.id ?? '')
  if (topic === 'eligibility') return { text: correctable.eligibilityDescription ?? '' }
  if (topic === 'application') return { text: correctable.applicationProcess ?? '' }
  return { text: '' }
}

/** What is sent of the values of the form. */
function sent(
  topic: SuggestionTopic,
  values: Record<string, unknown>,
  correctable: Correctable,
): Partial<NewSuggestion> {
  const said = { topic, note: String(values.note ?? '') || null }
  const filled = (name: string) => String(values[name] ?? '').trim() || null
  if (topic === 'hours') return { ...said, hours: { key: String(values.key), week: values.week as WeekHours } }
  if (topic === 'phone') return { ...said, phone: { number: filled('number'), becomes: filled('becomes') } }
  if (topic === 'contact') {
    const { who, contact, isGone } = values as { who: string; contact: ContactLine; isGone: boolean }
    return {
      ...said,
      contact: { was: who ? contactAt(correctable, who) : null, becomes: isGone ? null : filledContact(contact) },
    }
  }
  if (topic === 'closed') return said
  if (topic !== 'address') return { ...said, text: filled('text') }
  const part = (name: string) => filled(name) ?? ''
  const address = { address1: part('address1'), address2: filled('address2'), city: part('city') }
  const rest = { stateProvince: part('stateProvince'), postalCode: part('postalCode') }
  return { ...said, address: { locationId: String(values.locationId), ...address, ...rest } }
}

export interface Correction {
  form: ContractForm
  topic: SuggestionTopic | null
  choose: (topic: SuggestionTopic) => void
}

/** The form of a suggestion: its fields depend on the topic. */
export function useCorrection(service: ServiceDetail, correctable: Correctable, onSent: () => void): Correction {
  const { t } = useTranslation(['suggestions', 'editing', 'platform'])
  const [topic, setTopic] = useState<SuggestionTopic | null>(null)
  const rules = (values: Record<string, unknown>): Record<string, string> => {
    if (!topic) return { topic: t('form.chooseTopic') }
    if (topic === 'hours' && isIncomplete(values.week as WeekHours)) return { week: t('editing:hours.incomplete') }
    if (topic === 'phone' && !values.number && !String(values.becomes).trim())
      return { becomes: t('platform:form.required') }
    if (topic === 'contact' && !values.isGone && !filledContact(values.contact as ContactLine))
      return { 'contact.name': t('message.contact-empty') }
    return {}
  }
  const form: ContractForm = useContractForm({
    contract: topic ? contracts[topic] : z.object({}),
    texts: 'suggestions',
    initial: { note: '' },
    rules,
    onSubmit: async () => {
      if (!topic) return
      await suggest(service.id, sent(topic, form.values, correctable))
      onSent()
    },
    onFailure: (error) => {
      const isLimited = error instanceof ApiError && error.status === 429
      const isSaid = error instanceof ApiError && error.errors.length > 0
      if (!isSaid) notify(t(isLimited ? 'form.tooMany' : 'form.failed'), 'bad')
    },
  })
  const choose = (next: SuggestionTopic) => {
    setTopic(next)
    form.setErrors({})
    for (const [name, value] of Object.entries(startOf(next, service, correctable))) form.set(name, value)
  }
  return { form, topic, choose }
}
