import {
  type ContactLine,
  contactsPlaceOf,
  type ListingValues,
  type ServicePhone,
} from '#directory/services/service-document.ts'
import { Email } from '#platform/schema/fields.ts'
import { readPhone, splitExtension } from '#platform/schema/phone-number.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { numbersIn, peopleOf } from '../listing-editing.ts'

/** Numbers that were there stay as they are; new ones must be complete. @throws problem invalid-request */
export function requireNumbers(path: string, phones: ServicePhone[], present: ListingValues) {
  const known = numbersIn(present)
  for (const [at, { number }] of phones.entries())
    if (!known.has(number) && !readPhone(number)) throw fieldProblem(`${path}.${at}.number`, 'phone-format')
}

/** Gives new numbers the extension that was typed behind them, where links dial it; numbers that were there stay. */
export function splitExtensions(changes: ListingValues, present: ListingValues): ListingValues {
  const known = numbersIn(present)
  const split = (phones: ServicePhone[]) =>
    phones.map((phone) => ({ ...phone, ...(known.has(phone.number) ? null : splitExtension(phone.number)) }))
  const splitOf = (people: ContactLine[]) => people.map((one) => ({ ...one, phones: split(one.phones) }))
  const { phones, contacts, contactsAt } = changes
  const atPlaces = Object.entries(contactsAt ?? {}).map(([place, people]) => [place, people && splitOf(people)])
  return {
    ...changes,
    ...(phones ? { phones: split(phones as ServicePhone[]) } : {}),
    ...(contacts ? { contacts: splitOf(contacts as ContactLine[]) } : {}),
    ...(contactsAt ? { contactsAt: Object.fromEntries(atPlaces) } : {}),
  }
}

/**
 * Somebody to ask for has a name, a role or a way to reach them; addresses that were there stay.
 * @throws problem invalid-request
 */
export function requireContact(path: string, contact: ContactLine, present: ListingValues) {
  const { name, title, department, email, phones } = contact
  if (![name, title, department, email].some(Boolean) && !phones.length)
    throw fieldProblem(`${path}.name`, 'contact-empty')
  const isKnown = peopleOf(present).some((one) => one.email === email)
  if (email && !isKnown && !Email.safeParse(email).success) throw fieldProblem(`${path}.email`, 'email-format')
  requireNumbers(`${path}.phones`, phones, present)
}

/** Requires everybody of the fields that hold people to ask for. @throws problem invalid-request */
export function requireContacts(wanted: Record<string, unknown>, present: ListingValues) {
  for (const [field, contacts] of Object.entries(wanted)) {
    const place = contactsPlaceOf(field)
    if (field !== 'contacts' && !place) continue
    const path = place ? `contactsAt.${place}` : field
    for (const [at, contact] of (contacts as ContactLine[]).entries()) requireContact(`${path}.${at}`, contact, present)
  }
}
