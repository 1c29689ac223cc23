import { sql } from 'kysely'
import {
  findAccountByEmail,
  getPersonOfAccount,
  hashCode,
  newCode,
  notifyOwner,
  type Origin,
  recordAccountEvent,
} from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ChangeKind, PortalAccount, WaitingKind } from '../portal-account.ts'
import { SILENT_DAYS } from './confirm-change.ts'
import { sendTeamMail, textConfirmation } from './team-mail.ts'

const DAY_MS = 24 * 3600_000
const LIFE_MS = 3 * DAY_MS
/** Enough to correct typing errors, too few to harass strangers. */
const MOST_A_DAY = 10

async function requireFewChanges(database: Database, accountId: string) {
  const { count } = await database
    .selectFrom('accountChange')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('createdOn', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_A_DAY) throw problem('too-many-requests')
}

/** Ends an open change. @param by who withdrew it; null if another one replaces it */
export const endOpenChange = (database: Database, accountId: string, kind: WaitingKind, by: string | null) =>
  database
    .updateTable('accountChange')
    .set({ withdrawnOn: sql`now()`, withdrawnBy: by })
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

interface AskServices {
  database: Database
  config: Config
  origin?: Origin
}
interface Asked {
  account: PortalAccount
  kind: ChangeKind
  newValue: string
}

/** Sends the confirmation link to the new address. If it already has an account, only its owner is notified of that. */
async function notifyOwnerOfChange(
  database: Database,
  config: Config,
  { account, kind, newValue }: Asked,
  { code, about, expiresOn }: { code: string; about: Actor; expiresOn: Date },
) {
  const path = `/account/confirm/${code}`
  const key = `account-change:${hashCode(code)}`
  const { language, firstName } = account
  const letter = { path, key, about, expiresOn }
  if (kind === 'phone') return textConfirmation(database, config, { phoneNumber: newValue, language, ...letter })
  const owner = await findAccountByEmail(database, newValue)
  if (!owner)
    return sendTeamMail(database, config, { email: newValue, language, firstName }, { kind: 'confirmEmail', ...letter })
  return sendTeamMail(
    database,
    config,
    { email: owner.email, language: owner.language, firstName: '' },
    { kind: 'emailTaken', key, about, expiresOn: null },
  )
}

/** Also asks the account's owner at the current address: an administrator must not be able to move an account alone. */
const requestApproval = (
  database: Database,
  config: Config,
  { account, newValue }: Asked,
  { code, about }: { code: string; about: Actor },
) =>
  sendTeamMail(database, config, account, {
    kind: 'approveEmail',
    words: { newEmail: newValue },
    path: `/account/confirm/${code}`,
    key: `account-change:${hashCode(code)}`,
    about,
    expiresOn: new Date(Date.now() + (SILENT_DAYS + 1) * DAY_MS),
  })

/**
 * Asks the owner of a new address or number to confirm it, and notifies the current address, with a link to stop it.
 * Call it with the account locked.
 * @throws problem too-many-requests
 */
export async function requestChange({ database, config, origin }: AskServices, actor: Actor, asked: Asked) {
  const { account, kind, newValue } = asked
  await requireFewChanges(database, account.id)
  await endOpenChange(database, account.id, kind, null)
  const code = newCode()
  const needsOwner = kind === 'email' && actor.accountId !== account.id
  const approval = needsOwner ? newCode() : null
  const expiresOn = new Date(Date.now() + LIFE_MS)
  await database
    .insertInto('accountChange')
    .values({
      accountId: account.id,
      kind,
      oldValue: kind === 'email' ? account.email : account.phoneNumber,
      newValue,
      codeHash: hashCode(code),
      askedBy: actor.accountId,
      approvalHash: approval && hashCode(approval),
      expiresOn: expiresOn.toISOString(),
    })
    .execute()
  await notifyOwnerOfChange(database, config, asked, { code, about: actor, expiresOn })
  if (approval) await requestApproval(database, config, asked, { code: approval, about: actor })
  const { firstName, lastName } = await getPersonOfAccount(database, actor.accountId)
  const told = { ...origin, by: `${firstName} ${lastName}` }
  if (kind === 'email') await notifyOwner(database, config, account.id, 'emailAsked', { ...told, newEmail: newValue })
  else await notifyOwner(database, config, account.id, 'phoneAsked', { ...told, newPhone: newValue })
  await recordAudit(database, {
    actorId: actor.accountId,
    action: `${kind}-change-asked`,
    subjectType: 'account',
    subjectId: account.id,
  })
  await recordAccountEvent(database, {
    accountId: account.id,
    actorId: actor.accountId,
    kind: `${kind}-change-asked`,
    ...origin,
  })
}
