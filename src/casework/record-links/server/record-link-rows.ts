import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/**
 * When two people are merged, moves the rows of `record_link` to the remaining record. An opened one asks
 * for the birth date again, which may be another one there.
 */
export const recordLinkRows = rowsOfPerson('record_link', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from record_link where contact_id = ${contactId}::uuid and created_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update record_link set contact_id = ${into}::uuid, session_hash = null where contact_id = ${from}::uuid returning id`,
  giveBack: ({ from, into }, ids) =>
    sql`update record_link set contact_id = ${from}::uuid, session_hash = null
      where contact_id = ${into}::uuid and id = any(${ids}::uuid[])`,
})
