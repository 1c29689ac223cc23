import { sql } from 'kysely'
import type { AccountEventKind } from '#identity/accounts/account-event.ts'
import {
  accountPerson,
  accountProblem,
  endMailedLinks,
  hashCode,
  lockAccountRow,
  notifyOwner,
  type Origin,
  raiseAccountVersion,
  recordAccountEvent,
  setAccountEmail,
} from '#identity/accounts/server/accounts-public.ts'
import { setPersonEmail, setPrimaryPhone } from '#identity/people/server/people-public.ts'
import { linkStateOf } from '#platform/schema/sent-link.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ChangeKind, ChangeWord, OpenChange } from '../portal-account.ts'
import { publishTeamChange } from './publish-team-change.ts'

interface Services {
  database: Database
  config: Config
  origin?: Origin
}
export const UNIQUE_VIOLATION = '23505'
/** After how many days without the owner's reply the new mailbox's confirmation is enough. */
export const SILENT_DAYS = 7

const changes = (database: Database) =>
  database
    .selectFrom('accountChange')
    .innerJoin(accountPerson.as('person'), 'person.id', 'accountChange.accountId')
    .selectAll('accountChange')
    .select([
      'person.email',
      'person.language',
      'person.contactId',
      'person.organizationId',
      'person.deactivatedOn',
      'person.firstName',
      'person.lastName',
    ])

type Locked = NonNullable<Awaited<ReturnType<typeof findLockedChange>>>
/** A change of an address or number; the removal of second factors is in the same table and has no link. */
export type Change = Locked & { kind: ChangeKind }
export const isChange = (locked: Locked): locked is Change => locked.kind !== 'factors'

/**
 * The change, with its account locked first, in the same order as in all other acts. Not `for update`: a note that the
 * owner writes meanwhile references the account, and locks a ticket to which a new address is written.
 */
export async function findLockedChange(database: Database, id: string, accountId: string) {
  await lockAccountRow(database, accountId)
  return changes(database).where('accountChange.id', '=', id).forUpdate('accountChange').executeTakeFirst()
}

async function findByCode(database: Database, code: string) {
  const found = await database
    .selectFrom('accountChange')
    .select(['id', 'accountId'])
    .where((e) => e.or([e('codeHash', '=', hashCode(code)), e('approvalHash', '=', hashCode(code))]))
    .executeTakeFirst()
  return found && findLockedChange(database, found.id, found.accountId)
}

async function getOpen(database: Database, code: string) {
  const change = await findByCode(database, code)
  if (!change || change.deactivatedOn || !isChange(change)) throw problem('gone', { extra: { reason: 'unknown' } })
  const state = linkStateOf(change)
  if (state !== 'pending') throw problem('gone', { extra: { reason: state } })
  return change
}

/**
 * The change of a valid confirmation link.
 * @throws problem gone with its reason
 */
export const getOpenChange = (database: Database, code: string): Promise<OpenChange> =>
  database.transaction().execute(async (transaction) => {
    const change = await getOpen(transaction, code)
    return { ...change, step: change.approvalHash === hashCode(code) ? 'approve' : 'confirm' }
  })

/** Sets an address or number as the current one. */
async function writeValue(database: Database, { kind, accountId, contactId }: Change, value: string) {
  if (kind === 'email') {
    await setAccountEmail(database, accountId, value)
    await setPersonEmail(database, contactId, value)
  } else {
    await setPrimaryPhone(database, contactId, value)
    await raiseAccountVersion(database, accountId)
  }
}

/** Notifies the former address that the change is complete. */
async function notifyFormerAddress({ database, config, origin }: Services, change: Change) {
  await database.updateTable('accountChange').set({ usedOn: sql`now()` }).where('id', '=', change.id).execute()
  const { accountId, kind, email, newValue } = change
  if (kind === 'email')
    await notifyOwner(database, config, accountId, 'emailChanged', {
      ...origin,
      formerEmail: email,
      newEmail: newValue,
    })
  else await notifyOwner(database, config, accountId, 'phoneChanged', { ...origin })
}

/** Without an actor: nobody was signed in, the link was the authorization. */
const recordEvent = (database: Database, change: Change, kind: AccountEventKind, origin: Origin = {}) =>
  recordAccountEvent(database, { accountId: change.accountId, actorId: null, kind, ...origin })

/** An address that got its own account in the meantime cannot have a second one. */
const refuseInUse = (error: unknown) => {
  if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw accountProblem('email-in-use')
  throw error
}

/**
 * Applies a change. Revokes links that were mailed to the old address and give access to the account. Call it with the
 * account and the change locked.
 */
export async function applyChange({ database, config, origin }: Services, change: Change) {
  await notifyFormerAddress({ database, config, ...(origin ? { origin } : {}) }, change)
  await writeValue(database, change, change.newValue)
  if (change.kind === 'email') await endMailedLinks(database, change.accountId)
  await recordAudit(database, {
    actorId: change.accountId,
    action: `${change.kind}-changed`,
    subjectType: 'account',
    subjectId: change.accountId,
  })
  await recordEvent(database, change, `${change.kind}-changed`, origin)
  await publishTeamChange(database, { id: change.accountId, organizationId: change.organizationId })
}

/** Whether the owner must still consent to a change that another person requested. */
const waitsForOwner = (change: Pick<Change, 'approvalHash' | 'approvedOn'>) =>
  change.approvalHash !== null && change.approvedOn === null

/** Stores the consents so far; a change whose new mailbox is confirmed stays open until the waiting period is over. */
async function saveConfirmations(
  database: Database,
  change: Change,
  words: { confirmedOn: string | null; approvedOn: string | null },
) {
  const lasting = words.confirmedOn
    ? { expiresOn: sql<string>`greatest(expires_on, created_on + make_interval(days => ${SILENT_DAYS + 1}))` }
    : {}
  await database
    .updateTable('accountChange')
    .set({ ...words, ...lasting })
    .where('id', '=', change.id)
    .execute()
}

const countsOn = (change: Pick<Change, 'createdOn'>) =>
  new Date(Date.parse(change.createdOn) + SILENT_DAYS * 24 * 3600_000).toISOString()

/**
 * Gives the consent of a link: the new mailbox confirms, the old one approves. Opening the new mailbox's link while
 * signed in to the account itself gives both.
 * @param signedInAs the account of the request's own session
 * @throws problem gone with its reason, email-in-use
 */
export const confirmChange = (
  { database, config, origin }: Services,
  code: string,
  signedInAs: string | null,
): Promise<ChangeWord> =>
  database
    .transaction()
    .execute(async (transaction) => {
      const change = await getOpen(transaction, code)
      const isApproval = change.approvalHash === hashCode(code)
      const now = new Date().toISOString()
      const isOwner = isApproval || signedInAs === change.accountId
      const words = {
        confirmedOn: change.confirmedOn ?? (isApproval ? null : now),
        approvedOn: change.approvedOn ?? (isOwner ? now : null),
      }
      await saveConfirmations(transaction, change, words)
      if (!words.confirmedOn || waitsForOwner({ ...change, ...words }))
        return { isDone: false, countsOn: words.confirmedOn ? countsOn(change) : null }
      await applyChange({ database: transaction, config, ...(origin ? { origin } : {}) }, change)
      return { isDone: true, countsOn: null }
    })
    .catch(refuseInUse)
