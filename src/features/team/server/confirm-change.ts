import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountEventKind } from '#features/accounts/account-event.ts'
import { linkStateOf } from '#features/accounts/sent-link.ts'
import {
  endResetLinks,
  endSessionsOf,
  hashCode,
  newCode,
  type Origin,
  recordAccountEvent,
  requestPasswordReset,
} from '#features/accounts/server/accounts-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { OpenChange, StoppedChange } from '../portal-account.ts'
import { sendTeamMail } from './team-mail.ts'
import { tellTeam } from './tell-team.ts'

interface Services {
  database: Database
  config: Config
  origin?: Origin
}
const UNIQUE_VIOLATION = '23505'
/** How long "this was not me" still works. */
const STOPPABLE = sql<string>`now() - interval '30 days'`

const changes = (database: Database) =>
  database
    .selectFrom('accountChange')
    .innerJoin('account', 'account.id', 'accountChange.accountId')
    .innerJoin('contact', 'contact.id', 'account.contactId')
    .selectAll('accountChange')
    .select([
      'account.email',
      'account.language',
      'account.contactId',
      'account.organizationId',
      'account.deactivatedOn',
      'contact.firstName',
      'contact.lastName',
    ])

type Change = NonNullable<Awaited<ReturnType<typeof findLocked>>>

/** The change with its account locked first, in the order that every other act takes them. */
async function findLocked(database: Database, id: string, accountId: string) {
  await database.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()
  return changes(database).where('accountChange.id', '=', id).forUpdate('accountChange').executeTakeFirst()
}

async function findByCode(database: Database, code: string) {
  const found = await database
    .selectFrom('accountChange')
    .select(['id', 'accountId'])
    .where('codeHash', '=', hashCode(code))
    .executeTakeFirst()
  return found && findLocked(database, found.id, found.accountId)
}

async function findByStopCode(database: Database, code: string) {
  const found = await database
    .selectFrom('accountChange')
    .select(['id', 'accountId'])
    .where(sql<boolean>`stop_hashes @> array[${hashCode(code)}]::text[]`)
    .where('createdOn', '>', STOPPABLE)
    .executeTakeFirst()
  return found && findLocked(database, found.id, found.accountId)
}

async function getOpen(database: Database, code: string) {
  const change = await findByCode(database, code)
  if (!change || change.deactivatedOn) throw problem('gone', { extra: { reason: 'unknown' } })
  const state = linkStateOf(change)
  if (state !== 'pending') throw problem('gone', { extra: { reason: state } })
  return change
}

/**
 * The change behind a confirming link that still works.
 * @throws problem gone with its reason
 */
export const getOpenChange = (database: Database, code: string): Promise<OpenChange> =>
  database.transaction().execute((transaction) => getOpen(transaction, code))

/** Writes an address or number as the one that counts. */
async function writeValue(database: Database, change: Change, value: string | null) {
  if (change.kind === 'email') {
    await database
      .updateTable('account')
      .set({ email: value ?? change.email, emailConfirmedOn: sql<string>`now()` })
      .where('id', '=', change.accountId)
      .execute()
    await database.updateTable('contact').set({ email: value }).where('id', '=', change.contactId).execute()
  } else {
    await database
      .deleteFrom('contactPhone')
      .where('contactId', '=', change.contactId)
      .where('isPrimary', '=', true)
      .execute()
    if (value)
      await database
        .insertInto('contactPhone')
        .values({ contactId: change.contactId, phoneNumber: value, kind: 'work', isPrimary: true })
        .execute()
  }
  await database.updateTable('account').set({ version: sql`version + 1` }).where('id', '=', change.accountId).execute()
}

/** The address that counted before hears that it is done, and can still undo it. */
async function tellFormerAddress(database: Database, config: Config, change: Change) {
  const stop = newCode()
  await database
    .updateTable('accountChange')
    .set({ usedOn: sql`now()`, stopHashes: [...change.stopHashes, hashCode(stop)] })
    .where('id', '=', change.id)
    .execute()
  const { email, language, firstName } = change
  await sendTeamMail(
    database,
    config,
    { email, language, firstName },
    {
      kind: change.kind === 'email' ? 'emailChanged' : 'phoneChanged',
      words: { newValue: change.newValue },
      path: `/account/notMe/${stop}`,
      key: `account-changed:${change.id}`,
    },
  )
}

/** Nobody was signed in: the link was the key. */
const recordEvent = (database: Database, change: Change, kind: AccountEventKind, origin: Origin = {}) =>
  recordAccountEvent(database, { accountId: change.accountId, actorId: null, kind, ...origin })

/** An address that got an account of its own in the meantime cannot have a second one. */
const refuseTaken = (error: unknown) => {
  if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw problem('email-in-use')
  throw error
}

/**
 * The owner of the new address or number confirms it; from now on it counts. Links that were mailed to the old address
 * to set a password end with it.
 * @throws problem gone with its reason, email-in-use
 */
export const confirmChange = ({ database, config, origin }: Services, code: string) =>
  database
    .transaction()
    .execute(async (transaction) => {
      const change = await getOpen(transaction, code)
      await tellFormerAddress(transaction, config, change)
      await writeValue(transaction, change, change.newValue)
      if (change.kind === 'email') await endResetLinks(transaction, change.accountId)
      await recordAudit(transaction, {
        actorId: change.accountId,
        action: `${change.kind}-changed`,
        subjectType: 'account',
        subjectId: change.accountId,
      })
      await recordEvent(transaction, change, `${change.kind}-changed`, origin)
      await tellTeam(transaction, { id: change.accountId, organizationId: change.organizationId })
    })
    .catch(refuseTaken)

/**
 * Undoes an address that already counted: whoever reads the mail of the other one may have set a password by it, so the
 * password and the sessions go, and the owner is mailed a way to choose a new one.
 */
async function takeAddressBack(database: Database, change: Change) {
  await database
    .updateTable('account')
    .set({ passwordHash: null, passwordChangedOn: sql<string>`now()` })
    .where('id', '=', change.accountId)
    .execute()
  await endResetLinks(database, change.accountId)
  await endSessionsOf(database, change.accountId)
  await requestPasswordReset(database, change.oldValue ?? '')
}

/** Whoever asked for the change hears that its owner did not want it. */
async function tellAsker(database: Database, config: Config, change: Change) {
  if (!change.askedBy || change.askedBy === change.accountId) return
  const asker = await database
    .selectFrom('account')
    .innerJoin('contact', 'contact.id', 'account.contactId')
    .select(['account.email', 'account.language', 'contact.firstName'])
    .where('account.id', '=', change.askedBy)
    .where('account.deactivatedOn', 'is', null)
    .executeTakeFirst()
  if (!asker) return
  await sendTeamMail(database, config, asker, {
    kind: 'changeStopped',
    words: { name: `${change.firstName} ${change.lastName}` },
    key: `account-change-stopped:${randomUUID()}`,
  })
}

/** Whether the change counts at this moment: a later one may have come after it. */
async function isInEffect(database: Database, change: Change) {
  if (!change.usedOn) return false
  if (change.kind === 'email') return change.email === change.newValue
  const phone = await database
    .selectFrom('contactPhone')
    .select('phoneNumber')
    .where('contactId', '=', change.contactId)
    .where('isPrimary', '=', true)
    .executeTakeFirst()
  return phone?.phoneNumber === change.newValue
}

/**
 * "This was not me": stops a change that waits, and undoes one that was confirmed. Pressing twice changes nothing more.
 * @throws problem gone for a link that is unknown or older than 30 days
 */
export const stopChange = ({ database, config, origin }: Services, code: string): Promise<StoppedChange> =>
  database
    .transaction()
    .execute(async (transaction) => {
      const change = await findByStopCode(transaction, code)
      if (!change) throw problem('gone', { extra: { reason: 'unknown' } })
      const { kind } = change
      const wasUndone = await isInEffect(transaction, change)
      if (change.withdrawnOn || (change.usedOn && !wasUndone)) return { kind, wasUndone: change.usedOn !== null }
      await transaction
        .updateTable('accountChange')
        .set({ withdrawnOn: sql`now()`, withdrawnBy: change.accountId })
        .where('id', '=', change.id)
        .execute()
      if (wasUndone) {
        await writeValue(transaction, change, change.oldValue)
        if (kind === 'email') await takeAddressBack(transaction, change)
      }
      await recordAudit(transaction, {
        actorId: change.accountId,
        action: `${kind}-change-stopped`,
        subjectType: 'account',
        subjectId: change.accountId,
        detail: { wasUndone },
      })
      await recordEvent(transaction, change, 'reported-not-me', origin)
      await tellAsker(transaction, config, change)
      await tellTeam(transaction, { id: change.accountId, organizationId: change.organizationId })
      return { kind, wasUndone }
    })
    .catch(refuseTaken)
