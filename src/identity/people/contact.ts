import type { Generated } from 'kysely'
import { z } from 'zod'
import { Day, Email, Id, line, PersonName, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** The row of a person. `organizationId` is the organization that recorded them; null for the person of an account. */
export const ContactRow = z.object({
  id: Id,
  organizationId: Id.nullable(),
  firstName: PersonName.meta({ title: 'First Name' }),
  lastName: PersonName.meta({ title: 'Last Name' }),
  title: line(100).nullable().meta({ title: 'Title' }),
  email: Email.nullable().meta({ title: 'Email', format: 'email' }),
  birthDate: Day.nullable().meta({ title: 'Birth date', format: 'date' }),
  language: line(35).nullable().meta({ title: 'Language' }),
  address1: line(200).nullable().meta({ title: 'Address' }),
  address2: line(200).nullable().meta({ title: 'Apartment, floor' }),
  city: line(100).nullable().meta({ title: 'City' }),
  stateProvince: line(50).nullable().meta({ title: 'State' }),
  postalCode: line(10).nullable().meta({ title: 'ZIP code' }),
  note: paragraphs(4000).nullable().meta({ title: 'Note', format: 'paragraphs' }),
  createdBy: Id.nullable(),
  createdOn: Timestamp,
  changedOn: Timestamp,
  version: z.number().int(),
  /** the record of the same person that stays */
  mergedInto: Id.nullable(),
})
export type ContactRow = z.infer<typeof ContactRow>

export const phoneKinds = ['mobile', 'home', 'work', 'other'] as const
export const ContactPhone = z.object({
  id: Id,
  contactId: Id,
  phoneNumber: z.string(),
  kind: z.enum(phoneKinds),
  isPrimary: z.boolean(),
})
export type ContactPhone = z.infer<typeof ContactPhone>

type Needed = 'firstName' | 'lastName'
export type ContactTable = {
  [Column in keyof ContactRow]: Column extends Needed ? ContactRow[Column] : Generated<ContactRow[Column]>
}
export type ContactPhoneTable = {
  [Column in keyof ContactPhone]: Column extends 'contactId' | 'phoneNumber'
    ? ContactPhone[Column]
    : Generated<ContactPhone[Column]>
}
declare module '#platform/server/database.ts' {
  interface Tables {
    contact: ContactTable
    contactPhone: ContactPhoneTable
  }
}
