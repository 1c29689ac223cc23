import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ReferralInvitation } from '../referral-call.ts'

const validDays = 30
export const invitationExpiry = (now: Date) => new Date(now.getTime() + validDays * 24 * 60 * 60 * 1000)
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/**
 * Makes the one-time code by which an organization without an account claims a referral; earlier codes of the referral end.
 * The code stands in the claim link where the specification has the referralId.
 */
export async function createInvitation(database: Database, referralId: string, email: string) {
  const code = randomBytes(32).toString('base64url')
  await database
    .deleteFrom('referralInvitation')
    .where('referralId', '=', referralId)
    .where('usedOn', 'is', null)
    .execute()
  await database
    .insertInto('referralInvitation')
    .values({
      codeHash: hashOf(code),
      referralId,
      email,
      expiresOn: invitationExpiry(new Date()).toISOString(),
    })
    .execute()
  return code
}

interface Found extends ReferralInvitation {
  referralId: string
}

/** What a claim link's code stands for, as long as it is unused, in time, and its referral was not taken back. */
export async function findInvitation(database: Database, code: string): Promise<Found | undefined> {
  const { rows } = await sql<{
    referralId: string
    senderName: string
    id: string
    name: string
    description: string | null
    website: string | null
    firstName: string
    lastName: string
    email: string
  }>`
    select referral.id as referral_id, sender.name as sender_name, recipient.id, recipient.name, recipient.description, recipient.website,
      referral.contact_first_name as first_name, referral.contact_last_name as last_name, invitation.email
    from referral_invitation invitation
    join referral on referral.id = invitation.referral_id
    join organization sender on sender.id = referral.sender_organization_id
    join organization recipient on recipient.id = referral.recipient_organization_id
    where code_hash = ${hashOf(code)} and used_on is null and expires_on > now()
      and referral.status not in ('Draft', 'Recalled', 'Entered In Error')`.execute(database)
  const row = rows[0]
  return (
    row && {
      referralId: row.referralId,
      referringOrganization: { name: row.senderName },
      referredToOrganization: { id: row.id, name: row.name, description: row.description, website: row.website },
      directReferralContact: { firstName: row.firstName, lastName: row.lastName, email: row.email },
    }
  )
}

/** Uses a code up, in the registration's transaction. @returns whether it was still good */
export const useInvitation = async (database: Database, code: string) =>
  (
    await database
      .updateTable('referralInvitation')
      .set({ usedOn: new Date().toISOString() })
      .where('codeHash', '=', hashOf(code))
      .where('usedOn', 'is', null)
      .where('expiresOn', '>', new Date().toISOString())
      .executeTakeFirst()
  ).numUpdatedRows === 1n
