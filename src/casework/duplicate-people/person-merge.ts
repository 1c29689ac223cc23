import { z } from 'zod'
import { Contact, personFieldNames } from '#casework/clients/contact-record.ts'
import { ShownFact } from '#casework/person-facts/person-fact.ts'
import { ContactPhone, ContactRow } from '#identity/people/contact.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { PersonPair } from './person-pair.ts'

/** How many rows of a table belong to each of two people. */
const Rows = z.object({ table: z.string(), counts: z.array(z.number().int()).length(2) })

/** Both records of a pair with everything in which they can differ. */
export const PersonComparison = z.object({
  pair: PersonPair,
  people: z.array(Contact).length(2),
  facts: z.array(z.array(ShownFact)).length(2),
  rows: z.array(Rows),
})
export type PersonComparison = z.infer<typeof PersonComparison>

/** Notes are put one below the other. */
export const mergedFields = personFieldNames.filter((name) => name !== 'note')
export const MergeField = z.enum(mergedFields as [string, ...string[]])

/** Which record stays, and the fields that it takes from the other one. */
export const PersonMerge = z.object({
  stays: Id,
  /** The versions that were compared, by record. */
  versions: z.record(Id, z.number().int()),
  take: z.array(MergeField).max(50),
})
export type PersonMerge = z.infer<typeof PersonMerge>

/** A record that was merged into another one. */
export const FormerPerson = ContactRow.omit({ organizationId: true, createdBy: true, mergedInto: true }).extend({
  phones: z.array(ContactPhone.pick({ phoneNumber: true, kind: true })),
  mergeId: Id,
  mergedBy: z.string().nullable(),
  mergedOn: Timestamp,
  /** only the newest merge can be undone */
  mayUndo: z.boolean(),
  /** by table, what was added since and stays with the record */
  since: z.array(z.object({ table: z.string(), count: z.number().int() })),
})
export type FormerPerson = z.infer<typeof FormerPerson>
export const FormerPeople = z.object({ items: z.array(FormerPerson), nextCursor: z.null() })

/** The record that stays, after a merge or its undo. */
export const MergeAnswer = z.object({ contactId: Id })
