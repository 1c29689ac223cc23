import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/** When two people are merged, moves the rows of `consent_request` to the remaining record. */
export const consentRequestRows = rowsOfPerson('consent_request', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from consent_request where contact_id = ${contactId}::uuid and asked_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update consent_request set contact_id = ${into}::uuid where contact_id = ${from}::uuid returning id`,
  giveBack: ({ from, into }, ids) =>
    sql`update consent_request set contact_id = ${from}::uuid where contact_id = ${into}::uuid and id = any(${ids}::uuid[])`,
})
