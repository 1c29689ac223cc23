import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/** What a person answered follows to the record that stays, unless that one answered about the same referral. */
export const helpAnswerRows = rowsOfPerson('help_answer', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from help_answer where contact_id = ${contactId}::uuid and answered_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update help_answer set contact_id = ${into}::uuid where contact_id = ${from}::uuid
      and not exists (select from help_answer own where own.referral_id = help_answer.referral_id and own.contact_id = ${into}::uuid)
      returning referral_id as id`,
  giveBack: ({ from, into }, ids) =>
    sql`update help_answer set contact_id = ${from}::uuid where contact_id = ${into}::uuid and referral_id = any(${ids}::uuid[])`,
})
