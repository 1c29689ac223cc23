import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/** When two people are merged, moves the rows of `contact_invitation` to the remaining record. */
export const invitationRows = rowsOfPerson('contact_invitation', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from contact_invitation where contact_id = ${contactId}::uuid and created_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update contact_invitation set contact_id = ${into}::uuid where contact_id = ${from}::uuid returning code_hash as id`,
  giveBack: ({ from, into }, ids) =>
    sql`update contact_invitation set contact_id = ${from}::uuid where contact_id = ${into}::uuid and code_hash = any(${ids}::text[])`,
})
