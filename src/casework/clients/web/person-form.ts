import { z } from 'zod'
import { phoneText } from '#platform/schema/phone-number.ts'
import { type Contact, NewContact, type PhoneEntry, personFieldNames } from '../contact-record.ts'

const isFilled = (phone: PhoneEntry) => phone.phoneNumber !== ''

/** The contract for the form: an empty phone line is ignored. */
export const PersonForm = NewContact.extend({
  phones: z.preprocess((phones) => (phones as PhoneEntry[]).filter(isFilled), NewContact.shape.phones),
})

export const emptyPhone = (isPrimary: boolean): PhoneEntry => ({ phoneNumber: '', kind: 'mobile', isPrimary })

/** The index of a form line among the phones that are sent, to which errors refer. */
export const placeOf = (phones: PhoneEntry[], line: number) => phones.slice(0, line).filter(isFilled).length

/** The initial values of the form: empty, or a person's record. */
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
