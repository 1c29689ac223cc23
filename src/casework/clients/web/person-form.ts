import { z } from 'zod'
import { phoneText } from '#platform/schema/phone-number.ts'
import { type Contact, NewContact, type PhoneEntry, personFieldNames } from '../contact-record.ts'

const isFilled = (phone: PhoneEntry) => phone.phoneNumber !== ''

/** The contract as a form fills it in: a line for a phone that was left empty counts for nothing. */
export const PersonForm = NewContact.extend({
  phones: z.preprocess((phones) => (phones as PhoneEntry[]).filter(isFilled), NewContact.shape.phones),
})

export const emptyPhone = (isPrimary: boolean): PhoneEntry => ({ phoneNumber: '', kind: 'mobile', isPrimary })

/** The place that a line of the form has among the phones that are sent; errors come with it. */
export const placeOf = (phones: PhoneEntry[], line: number) => phones.slice(0, line).filter(isFilled).length

/** What the form begins with: an empty sheet, or a person's record. */
export function personValues(contact?: Contact): Record<string, unknown> {
  const phones =
    contact?.phones.map(({ phoneNumber, kind, isPrimary }) => ({
      phoneNumber: phoneText(phoneNumber),
      kind,
      isPrimary,
    })) ?? []
  return {
    ...Object.fromEntries(personFieldNames.map((name) => [name, contact?.[name] ?? ''])),
    phones: phones.length ? phones : [emptyPhone(true)],
  }
}

/** The fields in which two versions of a record differ. */
export const differingFields = (mine: NewContact, theirs: Contact) =>
  personFieldNames.filter((name) => (mine[name] ?? '') !== (theirs[name] ?? ''))

export const samePhones = (mine: readonly PhoneEntry[], theirs: readonly { phoneNumber: string }[]) =>
  mine.map((p) => phoneText(p.phoneNumber)).join() === theirs.map((p) => phoneText(p.phoneNumber)).join()
