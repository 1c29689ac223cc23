import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/** A person's notifications follow to the record that stays, unless that one was notified of the same need too. */
export const personNoticeRows = rowsOfPerson('person_notice', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from person_notice where contact_id = ${contactId}::uuid and changed_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update person_notice set contact_id = ${into}::uuid where contact_id = ${from}::uuid
      and not exists (select from person_notice own
        where own.request_id = person_notice.request_id and own.contact_id = ${into}::uuid) returning id`,
  giveBack: ({ from, into }, ids) =>
    sql`update person_notice set contact_id = ${from}::uuid where contact_id = ${into}::uuid and id = any(${ids}::uuid[])`,
})
