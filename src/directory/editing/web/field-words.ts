import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { FieldState, ListingKind } from '#directory/listings/listing-change.ts'
import { NATION } from '#directory/places/area.ts'
import { hoursSentence, ruleSentence, type SentenceLanguage } from '#directory/services/hours-sentence.ts'
import {
  type AreaLine,
  type ContactLine,
  type CostLine,
  contactsPlaceOf,
  hoursKeyOf,
  type ProgramLine,
  type ServicePhone,
  type ServiceValues,
  WITHOUT_PLACE,
} from '#directory/services/service-document.ts'
import type { ServiceIntake } from '#directory/services/service-intake.ts'
import { intakeWords, languageName, useRuleWords } from '#directory/services/web/service-view-public.tsx'
import type { WeekHours } from '#directory/services/week-hours.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { type EditedListing, type EditedService, textsOfKind } from '../listing-editing.ts'

/** The language of sentences about hours: the reader's. */
export const readersLanguage = (): SentenceLanguage => (i18next.language === 'es' ? 'es' : 'en')

type NamedPlace = Pick<EditedService['places'][number], 'name' | 'address'> & { isConfidential?: boolean }

/** The name of a place, or its address. */
export const placeName = ({ name, address, isConfidential }: NamedPlace) =>
  name || address || i18next.t(isConfidential ? 'editing:field.confidentialPlace' : 'editing:field.unnamedPlace')

/** Fields that are no single inputs, or none at all. */
const namedFields = [
  'phones',
  'contacts',
  'programs',
  'programId',
  'languages',
  'intake',
  'income',
  'households',
  'populations',
  'papers',
  'costOptions',
  'requiredDocuments',
  'serviceAreas',
  'categories',
  'locationIds',
  'assuredDate',
  'isConfidential',
  'isRemoved',
  'mergedInto',
  'mergedFrom',
  'organizationName',
] as const
const isNamedField = (field: string): field is (typeof namedFields)[number] =>
  (namedFields as readonly string[]).includes(field)

const rules = ['income', 'households', 'populations', 'papers'] as const
const isRule = (field: string): field is (typeof rules)[number] => (rules as readonly string[]).includes(field)

/** An area as it is written, or in the reader's words. */
export function useAreaName() {
  const { t } = useTranslation('editing')
  return ({ name, keys }: Pick<AreaLine, 'name' | 'keys'>) => (keys.join() === NATION ? t('areas.nation') : name)
}

/** What a listing is called. */
export function listingName(listing: EditedListing) {
  if (listing.kind === 'service') return listing.values.name
  if (listing.kind === 'organization') return shownName(listing.organizationName)
  const { name, address1 } = listing.values
  return placeName({ name, address: address1 })
}

interface WordedListing {
  kind: ListingKind
  places: (NamedPlace & { id: string })[]
  ownPlaces?: (NamedPlace & { id: string })[]
  ownPrograms?: { id: string; name: string }[]
  types?: { id: string; name: string }[]
  taxStatuses?: { id: string; name: string }[]
}

/** Fields and their values in the reader's words. */
export function useFieldWords(listing: WordedListing) {
  const { kind, places } = listing
  const { t } = useTranslation('editing')
  const labelOf = (field: string) => {
    const key = hoursKeyOf(field)
    const place = key && places.find(({ id }) => id === key)
    if (place) return t('field.hoursAt', { place: placeName(place) })
    if (key) return t(key === WITHOUT_PLACE ? 'field.hours' : 'field.hoursOfFormerPlace')
    const at = contactsPlaceOf(field)
    const where = at && places.find(({ id }) => id === at)
    if (where) return t('field.contactsAt', { place: placeName(where) })
    if (at) return t('field.contactsOfFormerPlace')
    if (isNamedField(field)) return t(`field.${field}`)
    if (field === 'name' && kind === 'organization') return t('field.organizationName')
    const schema = (textsOfKind[kind].shape as Record<string, z.ZodType>)[field]
    const title = String(schema?.meta()?.title ?? field)
    return t(`fields.${title}`, { defaultValue: title })
  }
  const areaName = useAreaName()
  const ruleText = useRuleWords()
  const guessed = (name: string, from: string | null) => (from === null ? name : `${name} (${t('guess.short')})`)
  const linesOf: Record<string, (values: never) => string[]> = {
    phones: (phones: ServicePhone[]) => phones.map(phoneWords),
    contacts: (contacts: ContactLine[]) => contacts.map(contactWords),
    programs: (programs: ProgramLine[]) => programs.map(programWords),
    costOptions: (lines: CostLine[]) => lines.map(priceWords),
    requiredDocuments: (documents: string[]) => documents,
    serviceAreas: (areas: AreaLine[]) => areas.map((area) => guessed(areaName(area), area.guessedFrom)),
    categories: (chosen: ServiceValues['categories']) => chosen.map((one) => guessed(one.name, one.guessedFrom)),
    locationIds: (ids: string[]) => placeNames(listing, ids),
  }
  const valueText = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('field.empty')
    if (hoursKeyOf(field)) return hoursText(value as WeekHours)
    const words = linesOf[contactsPlaceOf(field) ? 'contacts' : field]
    if (words) return words(value as never).join('\n') || t('field.empty')
    if (isRule(field)) return ruleText({ [field]: value }, field) || t('field.noRule')
    if (field === 'isConfidential' || field === 'isRemoved') return t(value ? 'field.yes' : 'field.no')
    if (field === 'programId')
      return listing.ownPrograms?.find(({ id }) => id === value)?.name ?? t('field.formerProgram')
    if (field === 'intake') return intakeWords(value as ServiceIntake)
    if (field === 'languages') return (value as string[]).map(languageName).join(', ') || t('field.empty')
    if (field === 'organizationTypeId') return choiceName(listing.types ?? [], value)
    if (field === 'taxStatusId') return choiceName(listing.taxStatuses ?? [], value)
    if (field === 'status' || field === 'cost') return t(`choices.${field}.${value}`, { defaultValue: String(value) })
    return String(value)
  }
  return { labelOf, valueText }
}

/** Each on its line. */
function placeNames({ places, ownPlaces = [] }: WordedListing, ids: string[]) {
  const known = [...ownPlaces, ...places]
  const nameOf = (id: string) => {
    const place = known.find((one) => one.id === id)
    return place ? placeName(place) : i18next.t('editing:field.formerPlace')
  }
  return ids.map(nameOf)
}

const choiceName = (choices: { id: string; name: string }[], value: unknown) =>
  choices.find(({ id }) => id === value)?.name ?? String(value)

const phoneWords = ({ number, extension, description }: ServicePhone) =>
  [phoneText(number), extension && `× ${extension}`, description].filter(Boolean).join(' ')

/** Somebody to ask for in one line. */
const contactWords = ({ name, title, department, email, phones }: ContactLine) =>
  [[name, title, department].filter(Boolean).join(', '), email, ...phones.map(phoneWords)].filter(Boolean).join(' · ')

const programWords = ({ name, alternateName, description }: ProgramLine) =>
  [alternateName ? `${name} (${alternateName})` : name, description].filter(Boolean).join(': ')

/** A price in one line. */
const priceWords = ({ option, amount, currency, amountDescription }: CostLine) => {
  const money =
    amount === null ? null : `${currency && currency.toUpperCase() !== 'USD' ? `${currency} ` : '$'}${amount}`
  return [option, money, amountDescription].filter(Boolean).join(' · ')
}

/** Hours in one text: the week, then what the week cannot show. */
const hoursText = (hours: WeekHours) =>
  [hoursSentence(hours, readersLanguage()), ...hours.rules.map((rule) => ruleSentence(rule, readersLanguage()))].join(
    '\n',
  )

/** Who edited or confirmed a field, and when; undefined if nobody did. */
export function useFieldStates(fields: FieldState[]) {
  const { t } = useTranslation('editing')
  return (field: string) => {
    const state = fields.find((one) => one.field === field)
    if (!state) return undefined
    const { editedOn, editedBy, verifiedOn, verifiedBy, verifiedHow } = state
    if (editedOn && (!verifiedOn || verifiedOn <= editedOn))
      return t('state.edited', { name: editedBy, when: timeInWords(editedOn) })
    if (!verifiedOn) return undefined
    return t(verifiedHow === 'phone-call' ? 'state.confirmedByPhone' : 'state.confirmed', {
      name: verifiedBy,
      when: timeInWords(verifiedOn),
    })
  }
}
