import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ruleNames } from '#directory/eligibility/eligibility.ts'
import type { ListingKey, ListingKind } from '#directory/listings/listing-change.ts'
import {
  type ContactLine,
  type CostLine,
  changesOf,
  fieldsOf,
  type ListingValues,
  type ProgramLine,
  type ServicePhone,
  WITHOUT_PLACE,
} from '#directory/services/service-document.ts'
import type { ServiceIntake } from '#directory/services/service-intake.ts'
import type { WeekHours } from '#directory/services/week-hours.ts'
import { Email } from '#platform/schema/fields.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { markDraftHere } from '#platform/web/draft-gate.tsx'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { differences, type EditedListing, numbersIn, peopleOf, textsOfKind, valuesOfKind } from '../listing-editing.ts'
import { appliedTo, type ProposedChange } from '../proposed-change.ts'
import { filledContact } from './contacts-field.tsx'
import { listingName } from './field-words.ts'
import { emptyIncomeFields } from './income-field.tsx'
import { conflictOf, type SaveConflict, saveListing } from './listing-calls.ts'
import { isFilled } from './phones-field.tsx'

/** Unsaved changes of a listing, based on the version that was read. */
export interface ListingDraft {
  draftId: string
  name: string
  version: number
  /** By field, as `fieldsOf` gives them. */
  changes: Record<string, unknown>
}
export const draftName = ({ kind, id }: ListingKey) => `${kind}:${id}`

/** A change that somebody else proposed, with which the editor opens. */
export interface ListingFill extends ProposedChange {
  /** What was proposed, in words. */
  words: string[]
  /** Where the person goes once it is saved, and what that screen is told. */
  doneTo: string
  done: unknown
}

/** A draft with the proposed values. What somebody typed themselves stays. */
export function fillDraft(listing: EditedListing, draft: ListingDraft | null, fill: ListingFill | undefined) {
  if (!fill) return draft
  const proposed = appliedTo(fieldsOf(listing.values), fill)
  if (!proposed || !Object.keys(proposed).length) return draft
  const changes = { ...proposed, ...draft?.changes }
  const { draftId = randomUuid(), version = listing.version } = draft ?? {}
  return { draftId, name: listingName(listing), version, changes }
}

/** Where the editor of this field begins. */
const selectorOf = (field: string) => {
  const name = field.replace(':', '.')
  return `[name="${name}"]:not([type=hidden]),[data-field="${name}"],[name^="${name}."]`
}

/** Moves the focus to the first field that was proposed to change. */
export function focusField(fill: ListingFill | undefined) {
  const [field] = Object.keys(fill?.after ?? {})
  if (!field) return
  // After the title has received it.
  const timer = setTimeout(() => document.querySelector<HTMLElement>(selectorOf(field))?.focus(), 50)
  return () => clearTimeout(timer)
}

/** Texts that are empty are empty inputs. */
const typed = (values: ListingValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))

const isPriced = ({ option, amount, amountDescription }: CostLine) =>
  Boolean(option?.trim() || amountDescription?.trim()) || amount !== null
const isNamed = ({ name, alternateName, description }: ProgramLine) =>
  [name, alternateName, description].some((text) => text?.trim())

/**
 * The hours at the places that are chosen: those at a place that is taken away stay in the form, in case it is chosen
 * again. Hours at a new place are entered once it is saved.
 */
export function shownHours({ hours, locationIds }: Record<string, unknown>): Record<string, WeekHours> {
  const all = Object.entries((hours ?? {}) as Record<string, WeekHours>)
  return Object.fromEntries(
    Array.isArray(locationIds)
      ? all.filter(([key]) => (key === WITHOUT_PLACE ? !locationIds.length : locationIds.includes(key)))
      : all,
  )
}

/** The people at the places that are chosen; those at a new place are entered once it is saved. */
export function shownPeople({ contactsAt, locationIds }: Record<string, unknown>): Record<string, ContactLine[]> {
  const all = Object.entries((contactsAt ?? {}) as Record<string, ContactLine[]>)
  return Object.fromEntries(all.filter(([key]) => (locationIds as string[]).includes(key)))
}

const filledPeople = (contacts: ContactLine[]) => contacts.flatMap((contact) => filledContact(contact) ?? [])

/** Values as they are sent. */
function sentValues(kind: ListingKind, values: Record<string, unknown>): ListingValues {
  const texts = Object.keys(textsOfKind[kind].shape).map((name) => [name, values[name] === '' ? null : values[name]])
  const phones = (values.phones as ServicePhone[]).filter(isFilled)
  const known = Object.keys(valuesOfKind[kind].shape).map((name) => [name, values[name]])
  const unsaid = ['intake', 'programId', ...ruleNames].filter((name) => name in values && values[name] === '')
  const lists =
    kind === 'service'
      ? {
          costOptions: (values.costOptions as CostLine[]).filter(isPriced),
          requiredDocuments: (values.requiredDocuments as string[]).filter((document) => document.trim()),
          contactsAt: Object.fromEntries(
            Object.entries(shownPeople(values)).map(([place, people]) => [place, filledPeople(people)]),
          ),
        }
      : {}
  return {
    ...Object.fromEntries([...known, ...texts]),
    ...Object.fromEntries(unsaid.map((name) => [name, null])),
    ...lists,
    ...(kind === 'organization' ? { programs: (values.programs as ProgramLine[]).filter(isNamed) } : {}),
    phones,
    contacts: filledPeople(values.contacts as ContactLine[]),
    hours: shownHours(values),
  }
}

const isUnsaid = (week: WeekHours, at: number) =>
  week.days[at]?.state === 'open' && week.days[at].spans.some((span) => !span.opensAt || !span.closesAt)

/** Whether the form has a place for an error with this path. */
export const hasPlaceFor = (kind: ListingKind, path: string) =>
  path in textsOfKind[kind].shape ||
  /^(phones\.\d+\.number|(contacts|contactsAt\.[\w-]+)\.\d+\.(name|email|phones\.\d+\.number)|programs\.\d+\.name|programId|costOptions\.\d+\.(amount|option)|requiredDocuments\.\d+|intake\.until|income\.percent|income\.amounts\.\d)$/.test(
    path,
  )

/** Errors of what the contract of the texts does not know: `phones.0.number`, `hours.<place>.<day>`. */
function useRules(kind: ListingKind, base: ListingValues) {
  const { t } = useTranslation(['editing', 'platform'])
  return (values: Record<string, unknown>) => {
    const people = peopleOf(base)
    const known = numbersIn(base)
    const wrongNumbers = (path: string, given: ServicePhone[]) =>
      given.flatMap((phone, line) => {
        if (!isFilled(phone) || known.has(phone.number) || readPhone(phone.number)) return []
        const text = phone.number.trim() ? t('platform:message.phone-format') : t('platform:form.required')
        return [[`${path}.${line}.number`, text]]
      })
    const phones = wrongNumbers('phones', values.phones as ServicePhone[])
    const wrongPeople = (path: string, given: ContactLine[]) =>
      given.flatMap(({ email, phones: own }, at) => {
        const isUsable = !email || people.some((one) => one.email === email) || Email.safeParse(email).success
        const wrong = isUsable ? [] : [[`${path}.${at}.email`, t('platform:message.email-format')]]
        return [...wrong, ...wrongNumbers(`${path}.${at}.phones`, own)]
      })
    const atPlaces = kind === 'service' ? Object.entries(shownPeople(values)) : []
    const contacts = [
      ...wrongPeople('contacts', values.contacts as ContactLine[]),
      ...atPlaces.flatMap(([place, given]) => wrongPeople(`contactsAt.${place}`, given)),
    ]
    const programs = ((values.programs ?? []) as ProgramLine[]).flatMap((program, at) =>
      isNamed(program) && !program.name.trim() ? [[`programs.${at}.name`, t('platform:form.required')]] : [],
    )
    const hours = Object.entries(shownHours(values)).flatMap(([key, week]) =>
      [0, 1, 2, 3, 4, 5, 6].flatMap((at) =>
        week && isUnsaid(week, at) ? [[`hours.${key}.${at}`, t('hours.incomplete')]] : [],
      ),
    )
    const { intake } = values as { intake?: ServiceIntake | null | '' }
    const until = intake && !intake.until ? [['intake.until', t('intake.missing')]] : []
    const income = emptyIncomeFields(values.income).map((path) => [path, t('platform:form.required')])
    return Object.fromEntries([...phones, ...contacts, ...programs, ...hours, ...until, ...income])
  }
}

/** The form of a listing: what was typed is a draft until it is saved; conflicts are shown, never overwritten. */
export function useListingForm(
  listing: EditedListing,
  draft: ListingDraft | null,
  onSaved: (saved: EditedListing) => void,
) {
  const { t } = useTranslation(['editing', 'platform'])
  // What the changes are compared with, and the version from which they began.
  const { kind } = listing
  const [base, setBase] = useState<{ values: ListingValues; version: number }>({
    values: listing.values,
    version: draft?.version ?? listing.version,
  })
  const readChanges = (fields: Record<string, unknown>) => changesOf(fields, Object.keys(valuesOfKind[kind].shape))
  const [conflict, setConflict] = useState<SaveConflict | null>(null)
  const [draftId] = useState(() => draft?.draftId ?? randomUuid())
  const [initial] = useState(() => {
    const { hours, contactsAt, ...others } = readChanges(draft?.changes ?? {})
    const present: ListingValues = listing.values
    // A place may be confidential by now.
    const people = Object.entries(contactsAt ?? {}).filter(
      ([place]) => !listing.places.some(({ id, isConfidential }) => id === place && isConfidential),
    )
    return typed({
      ...{ ...present, ...others },
      ...(present.hours ? { hours: { ...present.hours, ...hours } } : {}),
      ...(present.contactsAt ? { contactsAt: { ...present.contactsAt, ...Object.fromEntries(people) } } : {}),
    })
  })
  const form = useContractForm({
    contract: textsOfKind[kind] as z.ZodObject,
    texts: 'editing',
    initial,
    rules: useRules(kind, base.values),
    onSubmit: async () => {
      try {
        const saved = await saveListing(listing, { version: base.version, changes: readChanges(changes) })
        await keeper.forget()
        notify(t(saved.isListed ? 'edit.saved' : `edit.savedNotListed.${kind}`))
        onSaved(saved)
      } catch (error) {
        const found = conflictOf(error)
        if (!found) throw error
        setConflict(found)
      }
    },
    onFailure: (error) => {
      const errors = error instanceof ApiError ? error.errors : []
      if (!errors.length || !errors.every(({ path }) => hasPlaceFor(kind, path))) notify(t('edit.failed'), 'bad')
    },
  })
  const changes = useMemo(() => differences(sentValues(kind, form.values), base.values), [kind, form.values, base])
  const count = Object.keys(changes).length
  const name = listingName(listing)
  const draftNow = useMemo(
    (): ListingDraft | null => (Object.keys(changes).length ? { draftId, name, version: base.version, changes } : null),
    [changes, draftId, name, base.version],
  )
  useEffect(() => {
    if (draftNow) markDraftHere(draftNow.draftId)
  }, [draftNow])
  const keeper = useSavedDraft(draftName(listing), draftNow)

  /** What was typed; of another field that others changed, what was there when the typing began. */
  const present = fieldsOf(base.values)
  const untouched = (conflict?.theirs ?? []).map(({ field }) => [field, present[field]])
  const mine = { ...Object.fromEntries(untouched), ...changes }

  /** Goes on with these fields of the others, and everything else as it was typed; nothing is saved yet. */
  const settle = ({ current }: SaveConflict, theirs: string[]) => {
    const kept = Object.fromEntries(Object.entries(mine).filter(([field]) => !theirs.includes(field)))
    for (const [field, value] of Object.entries(typed(readChanges({ ...fieldsOf(current.values), ...kept }))))
      form.set(field, value)
    setBase({ values: current.values, version: current.version })
    setConflict(null)
  }
  return { form, base, changes: readChanges(changes), mine, count, conflict, settle, forget: keeper.forget }
}
