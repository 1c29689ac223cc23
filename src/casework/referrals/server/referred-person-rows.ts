import { sql } from 'kysely'
import { rowsOfPerson } from '#identity/people/person-rows.ts'

/**
 * Other people of a referral follow to the record that stays, unless that is a person of the same referral: then the
 * place of the record that went away stays its own.
 */
export const referredPersonRows = rowsOfPerson('referral_person', {
  count: (contactId, since) =>
    sql`select count(*)::integer as count from referral_person other join referral on referral.id = other.referral_id
      where other.contact_id = ${contactId}::uuid and referral.created_on > ${since}::timestamptz`,
  carry: ({ from, into }) =>
    sql`update referral_person set contact_id = ${into}::uuid where contact_id = ${from}::uuid
      and not exists (select from referral_person own
        where own.referral_id = referral_person.referral_id and own.contact_id = ${into}::uuid)
      and not exists (select from referral join referral_request request on request.id = referral.request_id
        where referral.id = referral_person.referral_id and request.contact_id in (${into}::uuid, ${from}::uuid))
      returning referral_id as id`,
  giveBack: ({ from, into }, ids) =>
    sql`update referral_person set contact_id = ${from}::uuid where contact_id = ${into}::uuid and referral_id = any(${ids}::uuid[])`,
})
