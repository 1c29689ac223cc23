import { sql } from 'kysely'
import {
  endMailedLinks,
  endSessionsOf,
  findAccount,
  freezeAccount,
  hashCode,
  type Origin,
  recordAccountEvent,
  requestSecuringReset,
  tellAdmins,
} from '#features/accounts/server/accounts-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { NotMeDone, NotMeLink } from '../not-me.ts'

const findLink = (database: Database, code: string) =>
  database
    .selectFrom('notMeLink')
    .selectAll()
    .select(sql<boolean>`expires_on <= now()`.as('isExpired'))
    .where('codeHash', '=', hashCode(code))
    .executeTakeFirst()

/**
 * What a link is about; looking does nothing, for mail programs look at links too.
 * @throws problem gone for a code that is nobody's
 */
export async function getNotMeLink(database: Database, code: string): Promise<NotMeLink> {
  const link = await findLink(database, code)
  if (!link) throw problem('gone')
  return {
    kind: link.kind,
    createdOn: link.createdOn,
    state: link.usedOn ? 'used' : link.isExpired ? 'expired' : 'open',
  }
}

const useUp = (database: Database, code: string) =>
  database
    .updateTable('notMeLink')
    .set({ usedOn: sql`now()` })
    .where('codeHash', '=', hashCode(code))
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', sql<string>`now()`)
    .returning(['accountId', 'sentTo', 'createdOn', 'kind'])
    .executeTakeFirst()

/** A thief's own ways in, added with or after what the mail told of, would outlive a new password. A minute's slack covers the act itself. */
async function removeWaysSince(database: Database, accountId: string, since: string) {
  const tables = {
    authenticator: 'created_on',
    passkey: 'created_on',
    sign_on_identity: 'linked_on',
    recovery_code: 'created_on',
  }
  let removed = 0
  for (const [table, column] of Object.entries(tables)) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where account_id = ${accountId}
      and ${sql.ref(column)} > ${since}::timestamptz - interval '1 minute'`.execute(database)
    if (table !== 'recovery_code') removed += Number(numAffectedRows ?? 0)
  }
  return removed
}

/** Everything that was mailed before: reset links (those that are signed die with the password's time), and changes that wait to be confirmed. */
async function voidMailedLinks(database: Database, accountId: string) {
  await database.updateTable('account').set({ passwordChangedOn: sql`now()` }).where('id', '=', accountId).execute()
  await endMailedLinks(database, accountId)
  await sql`update account_change set withdrawn_on = now() where account_id = ${accountId} and used_on is null and withdrawn_on is null`.execute(
    database,
  )
}

/** The telephone number of before a change that counts since, which no way in hangs on but the texts about people. */
async function givePhoneBack(database: Database, account: { id: string; contactId: string }, since: string) {
  const { rows } = await sql<{ oldValue: string | null }>`select old_value from account_change
    where account_id = ${account.id} and kind = 'phone' and used_on >= ${since}::timestamptz
    order by used_on limit 1`.execute(database)
  if (!rows[0]) return
  const { contactId } = account
  await database.deleteFrom('contactPhone').where('contactId', '=', contactId).where('isPrimary', '=', true).execute()
  const phoneNumber = rows[0].oldValue
  if (phoneNumber)
    await database
      .insertInto('contactPhone')
      .values({ contactId, phoneNumber, kind: 'work', isPrimary: true })
      .execute()
}

/** What somebody who looks after the account did, rather than its owner or a thief of it: the others of them hear. */
const ofAdmins = [
  'emailAsked',
  'emailChanged',
  'emailWaiting',
  'factorResetAsked',
  'phoneAsked',
  'phoneChanged',
  'rolesChanged',
  'organizationChanged',
  'deactivated',
  'reactivated',
  'resetLinkSent',
]

/** `m•••••@example.org` */
const masked = (email: string) => email.replace(/^(.).*(@.*)$/, '$1•••••$2')

/**
 * 'This was not me': signs everybody out of the account, holds every change back until its password is reset, takes away
 * what was added to it since, and mails a link to a new password to the address that the report came from; to a
 * deactivated account once it is opened again. A link works once.
 * @throws problem gone
 */
export const reportNotMe = (
  { database, config }: { database: Database; config: Config },
  code: string,
  origin: Origin,
): Promise<NotMeDone> =>
  database.transaction().execute(async (transaction) => {
    const link = await useUp(transaction, code)
    if (!link) throw problem('gone')
    const account = await findAccount(transaction, link.accountId)
    if (!account) throw problem('gone')
    const { id: accountId } = account
    const recoveryEmail = link.sentTo ?? account.email
    await voidMailedLinks(transaction, accountId)
    await freezeAccount(transaction, accountId, { recoveryEmail, toldOn: link.createdOn })
    const sessionsEnded = await endSessionsOf(transaction, accountId)
    const waysRemoved = await removeWaysSince(transaction, accountId, link.createdOn)
    await givePhoneBack(transaction, account, link.createdOn)
    const isOut = account.deactivatedOn !== null
    if (!isOut) await requestSecuringReset(transaction, account.email)
    if (ofAdmins.includes(link.kind)) await tellAdmins(transaction, config, account, link.kind)
    const event = { accountId, actorId: null, ...origin }
    await recordAccountEvent(transaction, { ...event, kind: 'reported-not-me', detail: { count: sessionsEnded } })
    await recordAudit(transaction, {
      actorId: null,
      action: 'reported-not-me',
      subjectType: 'account',
      subjectId: accountId,
      detail: { told: link.kind, sessionsEnded, waysRemoved },
    })
    return { sessionsEnded, waysRemoved, sentTo: isOut ? null : masked(recoveryEmail) }
  })
