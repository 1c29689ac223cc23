import {
  addRoles,
  endSessionsOf,
  findAccount,
  getPersonOfAccount,
  lockAccountRow,
  lockTeam,
  notifyOwner,
  type Origin,
  raiseAccountVersion,
  recordAccountEvent,
  removeRoles,
  requireAnotherAdmin,
} from '#identity/accounts/server/accounts-public.ts'
import { renamePerson, setPrimaryPhone } from '#identity/people/server/people-public.ts'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import { requireFreshSignIn } from '#platform/server/access.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { PortalAccount, PortalAccountChange } from '../portal-account.ts'
import { mayEditNames, mayManageAccount, maySeeAccount, rolesToGive } from '../team-policy.ts'
import { findPortalAccount } from './account-list-queries.ts'
import { publishTeamChange } from './publish-team-change.ts'
import { requestChange } from './request-change.ts'

export interface TeamServices {
  database: Database
  config: Config
  /** Where the request came from, for the account's history. */
  origin?: Origin
}
export interface Person {
  account: PortalAccount
  roles: RoleKey[]
}

/**
 * Locks the people of an account's organization, then the account, before a change; the order is the same everywhere.
 * @throws problem not-found if the actor may not see it
 */
export async function lockAccount(database: Database, config: Config, actor: Actor, id: string): Promise<Person> {
  const before = await findAccount(database, id)
  if (!before) throw problem('not-found')
  await lockTeam(database, before.organizationId)
  await lockAccountRow(database, id, 'update')
  const found = await findPortalAccount(database, id, config.productName)
  if (!found || !maySeeAccount(actor, asPerson(found))) throw problem('not-found')
  // It moved to another organization between the two reads, so the wrong team is locked.
  if (found.account.organizationId !== before.organizationId) throw problem('conflict')
  return found
}

export const asPerson = ({ account, roles }: Person) => ({
  id: account.id,
  organizationId: account.organizationId,
  roles,
})

async function saveNames(database: Database, account: PortalAccount, given: PortalAccountChange) {
  const { firstName = account.firstName, lastName = account.lastName, title = account.title } = given
  await renamePerson(database, account.contactId, { firstName, lastName, title: title || null })
}

/** Compares the requested roles with the current ones. */
function compareRoles(held: readonly RoleKey[], given: NonNullable<PortalAccountChange['portalAccountRoles']>) {
  const wanted = new Set(given.filter((line) => !line.isDeleted).map((line) => line.roleId))
  if (wanted.size === 0) throw fieldProblem('portalAccountRoles', 'role-needed')
  return {
    added: [...wanted].filter((role) => !held.includes(role)),
    lost: held.filter((role) => !wanted.has(role)),
    wanted: [...wanted],
  }
}

/**
 * Adds and removes roles. Ends the person's sessions, and notifies them.
 * @throws problem forbidden (a role that the actor may not give, or more roles for oneself), last-admin
 */
async function saveRoles(
  { database, config, origin }: TeamServices,
  actor: Actor,
  person: Person,
  given: PortalAccountChange,
) {
  if (!given.portalAccountRoles) return
  const { account, roles } = person
  const { added, lost, wanted } = compareRoles(roles, given.portalAccountRoles)
  if (added.length + lost.length === 0) return
  const givable = rolesToGive(actor, account.organizationId)
  const isSelf = actor.accountId === account.id
  if ([...added, ...lost].some((role) => !givable.includes(role)) || (isSelf && added.length))
    throw problem('forbidden')
  requireFreshSignIn(actor)
  await requireAnotherAdmin(database, account, lost)
  await removeRoles(database, account.id, lost)
  await addRoles(database, account.id, added)
  await endSessionsOf(database, account.id, isSelf ? actor.sessionId : undefined)
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'roles-changed',
    subjectType: 'account',
    subjectId: account.id,
    detail: { added, lost },
  })
  await recordAccountEvent(database, {
    accountId: account.id,
    actorId: actor.accountId,
    kind: 'roles-changed',
    detail: { gained: added, lost },
    ...origin,
  })
  await notifyOwner(database, config, account.id, 'rolesChanged', {
    ...origin,
    roles: wanted,
    by: await nameOf(database, actor),
  })
}

/** A new address or number waits for its owner's confirmation; removing a number does not. */
async function saveReach(services: TeamServices, actor: Actor, person: Person, given: PortalAccountChange) {
  const { account } = person
  const { email, phoneNumber } = given
  const isNewEmail = email !== undefined && email !== account.email.toLowerCase() && email !== account.pendingEmail
  const isNewPhone =
    phoneNumber !== undefined &&
    phoneNumber !== account.phoneNumber &&
    (phoneNumber === null || phoneNumber !== account.pendingPhoneNumber)
  if (!isNewEmail && !isNewPhone) return
  if (!mayManageAccount(actor, asPerson(person))) throw problem('forbidden')
  requireFreshSignIn(actor)
  if (isNewEmail) await requestChange(services, actor, { account, kind: 'email', newValue: email })
  if (!isNewPhone) return
  if (phoneNumber) return requestChange(services, actor, { account, kind: 'phone', newValue: phoneNumber })
  await removePhone(services, actor, account)
}

async function removePhone({ database, config, origin }: TeamServices, actor: Actor, account: PortalAccount) {
  const { id: accountId, contactId } = account
  await setPrimaryPhone(database, contactId, null)
  await recordAccountEvent(database, { accountId, actorId: actor.accountId, kind: 'phone-changed', ...origin })
  await notifyOwner(database, config, accountId, 'phoneChanged', { ...origin, by: await nameOf(database, actor) })
}

/** The name of the actor, for the mail about it. */
export async function nameOf(database: Database, { accountId }: Actor) {
  const { firstName, lastName } = await getPersonOfAccount(database, accountId)
  return `${firstName} ${lastName}`
}

/**
 * Saves an account against the version that was read. New roles, a new address or number require a fresh
 * authentication; names do not.
 * @throws problem not-found, forbidden, stale-version (with the current account), last-admin, too-many-requests,
 * reauthentication-needed
 */
export const changeAccount = (services: TeamServices, actor: Actor, given: PortalAccountChange) =>
  services.database.transaction().execute(async (transaction) => {
    const { config } = services
    const inside = { ...services, database: transaction }
    const person = await lockAccount(transaction, config, actor, given.id)
    const { account } = person
    if (!mayEditNames(actor, asPerson(person))) throw problem('forbidden')
    if (account.version !== given.version) throw problem('stale-version', { extra: { current: account } })
    await saveNames(transaction, account, given)
    await saveRoles(inside, actor, person, given)
    await saveReach(inside, actor, person, given)
    await raiseAccountVersion(transaction, account.id, given.language)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'account-saved',
      subjectType: 'account',
      subjectId: account.id,
    })
    await publishTeamChange(transaction, account)
    return getAccount(transaction, config, account.id)
  })

/** An account, whoever asks. @throws problem not-found */
export async function getAccount(database: Database, config: Config, id: string) {
  const found = await findPortalAccount(database, id, config.productName)
  if (!found) throw problem('not-found')
  return found.account
}

/** An account, if the actor may see it. */
export async function getVisibleAccount({ database, config }: TeamServices, actor: Actor, id: string) {
  const found = await findPortalAccount(database, id, config.productName)
  if (!found || !maySeeAccount(actor, asPerson(found))) throw problem('not-found')
  return found
}
