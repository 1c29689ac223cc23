import { sql } from 'kysely'
import { hashCode } from '#features/accounts/server/accounts-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'

const findToken = (database: Database, codeHash: string) =>
  database
    .selectFrom('accountToken')
    .select('usedOn')
    .where('codeHash', '=', codeHash)
    .where('purpose', '=', 'confirm-email')
    .executeTakeFirst()

/**
 * Takes the code of a confirmation link: the address counts as the applicant's from now on. Works once.
 * @throws problem not-found (no such code), gone with `reason: 'used' | 'expired'`
 */
export async function confirmEmail(database: Database, code: string) {
  const codeHash = hashCode(code)
  return database.transaction().execute(async (transaction) => {
    const token = await transaction
      .updateTable('accountToken')
      .set({ usedOn: sql`now()` })
      .where('codeHash', '=', codeHash)
      .where('purpose', '=', 'confirm-email')
      .where('usedOn', 'is', null)
      .where('expiresOn', '>', sql<string>`now()`)
      .returning(['accountId', 'source'])
      .executeTakeFirst()
    if (!token) {
      const known = await findToken(transaction, codeHash)
      throw known ? problem('gone', { extra: { reason: known.usedOn ? 'used' : 'expired' } }) : problem('not-found')
    }
    const account = await transaction
      .updateTable('account')
      .set({ emailConfirmedOn: sql`coalesce(email_confirmed_on, now())` })
      .where('id', '=', token.accountId)
      .returning(['id', 'approvedOn'])
      .executeTakeFirstOrThrow()
    // The links of earlier messages have done their work too.
    await transaction
      .updateTable('accountToken')
      .set({ usedOn: sql`now()` })
      .where('accountId', '=', account.id)
      .where('purpose', '=', 'confirm-email')
      .where('usedOn', 'is', null)
      .execute()
    await recordAudit(transaction, {
      actorId: account.id,
      action: 'email-confirmed',
      subjectType: 'account',
      subjectId: account.id,
    })
    await publishEvent(transaction, {
      type: 'registration-review',
      subjectId: account.id,
      audience: ['role:platform-admin'],
    })
    return { verificationRequired: account.approvedOn === null, source: token.source }
  })
}
