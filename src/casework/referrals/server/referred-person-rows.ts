import { sql } from 'kysely'
import type { PersonRows } from '#identity/people/person-rows.ts'
import type { ReferralPersonRow } from '../referred-person.ts'

interface Carried {
  /** the referrals whose row follows */
  moved: string[]
  /** rows that would name one person twice */
  removed: ReferralPersonRow[]
}

/** An earlier merge only noted the referrals whose row had followed. */
const asCarried = (carried: unknown) =>
  Array.isArray(carried) ? { moved: carried as string[], removed: [] } : (carried as Carried)

/**
 * Other people of a referral follow to the record that stays. Whoever would then be on a referral twice is not, until the
 * merge is undone: the requests have followed before.
 */
export const referredPersonRows: PersonRows = {
  table: 'referral_person',
  count: async (database, contactId, since) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from referral_person other join referral on referral.id = other.referral_id
      where other.contact_id = ${contactId}::uuid
        and referral.created_on > ${since ?? '-infinity'}::timestamptz`.execute(database)
    return rows[0]?.count ?? 0
  },
  carry: async (transaction, { from, into }): Promise<Carried> => {
    const { rows: removed } = await sql<ReferralPersonRow>`
      delete from referral_person other using referral, referral_request request
      where referral.id = other.referral_id and request.id = referral.request_id
        and other.contact_id in (${from}::uuid, ${into}::uuid)
        and (request.contact_id in (${from}::uuid, ${into}::uuid)
          or (other.contact_id = ${from}::uuid and exists (select from referral_person own
            where own.referral_id = other.referral_id and own.contact_id = ${into}::uuid)))
      returning other.referral_id, other.contact_id, other.snapshot, other.consent_id, other.details_ended_on`.execute(
      transaction,
    )
    const { rows } = await sql<{ id: string }>`
      update referral_person set contact_id = ${into}::uuid where contact_id = ${from}::uuid
      returning referral_id as id`.execute(transaction)
    return { moved: rows.map(({ id }) => id), removed }
  },
  giveBack: async (transaction, { from, into }, carried) => {
    const { moved, removed } = asCarried(carried)
    await sql`update referral_person set contact_id = ${from}::uuid
      where contact_id = ${into}::uuid and referral_id = any(${moved}::uuid[])`.execute(transaction)
    for (const { referralId, contactId, snapshot, consentId, detailsEndedOn } of removed)
      await sql`insert into referral_person (referral_id, contact_id, snapshot, consent_id, details_ended_on)
        values (${referralId}::uuid, ${contactId}::uuid, ${snapshot && JSON.stringify(snapshot)}::jsonb,
          ${consentId}::uuid, ${detailsEndedOn}::timestamptz) on conflict do nothing`.execute(transaction)
  },
}
