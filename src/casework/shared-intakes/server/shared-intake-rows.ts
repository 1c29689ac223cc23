import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/** When two people are merged, moves the rows of `shared_intake` to the remaining record. */
export const sharedIntakeRows = rowsOfPerson('shared_intake', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from shared_intake where contact_id = ${contactId}::uuid and shared_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update shared_intake set contact_id = ${into}::uuid where contact_id = ${from}::uuid returning id`,
  giveBack: ({ from, into }, ids) =>
    sql`update shared_intake set contact_id = ${from}::uuid where contact_id = ${into}::uuid and id = any(${ids}::uuid[])`,
})
