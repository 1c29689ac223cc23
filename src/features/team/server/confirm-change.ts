import { sql } from 'kysely'
import type { AccountEventKind } from '#features/accounts/account-event.ts'
import { linkStateOf } from '#features/accounts/sent-link.ts'
import {
  endMailedLinks,
  hashCode,
  type Origin,
  recordAccountEvent,
  tellOwner,
} from '#features/accounts/server/accounts-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { OpenChange } from '../portal-account.ts'
import { tellTeam } from './tell-team.ts'

interface Services {
  database: Database
  config: Config
  origin?: Origin
}
const UNIQUE_VIOLATION = '23505'

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

/**
 * The change with its account locked first, in the order that every other act takes them. Not for update: a note that its
 * owner writes meanwhile names the account, and holds a ticket that a new address is written to.
 */
async function findLocked(database: Database, id: string, accountId: string) {
  await database.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()
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

/** The address that counted before hears that it is done. */
async function tellFormerAddress({ database, config, origin }: Services, change: Change) {
  await database.updateTable('accountChange').set({ usedOn: sql`now()` }).where('id', '=', change.id).execute()
  const { accountId, kind, email, newValue } = change
  if (kind === 'email')
    await tellOwner(database, config, accountId, 'emailChanged', { ...origin, formerEmail: email, newEmail: newValue })
  else await tellOwner(database, config, accountId, 'phoneChanged', { ...origin })
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
 * and lead into the account end with it.
 * @throws problem gone with its reason, email-in-use
 */
export const confirmChange = ({ database, config, origin }: Services, code: string) =>
  database
    .transaction()
    .execute(async (transaction) => {
      const change = await getOpen(transaction, code)
      await tellFormerAddress({ database: transaction, config, ...(origin ? { origin } : {}) }, change)
      await writeValue(transaction, change, change.newValue)
      if (change.kind === 'email') await endMailedLinks(transaction, change.accountId)
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
