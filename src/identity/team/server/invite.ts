import { sql } from 'kysely'
import { findAccountByEmail, hashCode, lockTeam, newCode } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { nameInMail } from '#platform/server/greeting.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { NewInvitation } from '../invitation.ts'
import { mayGiveAll, mayInvite } from '../team-policy.ts'
import type { TeamServices } from './change-account.ts'
import { type InvitationRow, invitations, shownInvitation } from './invitation-queries.ts'
import { publishTeamChange } from './publish-team-change.ts'
import { sendTeamMail } from './team-mail.ts'

const LIFE = sql<string>`now() + interval '7 days'`
const MOST_A_DAY_TO_ONE = 5
const MOST_A_DAY = 200

const countToday = async (database: Database, column: 'email' | 'organizationId', value: string) => {
  const { count } = await database
    .selectFrom('accountInvitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .where('createdOn', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An invitation is mail to a stranger: a few to one address, not thousands from one organization. */
async function requireFewInvitations(database: Database, email: string, organizationId: string | null) {
  const toOne = await countToday(database, 'email', email)
  const ofAll = organizationId ? await countToday(database, 'organizationId', organizationId) : 0
  if (toOne >= MOST_A_DAY_TO_ONE || ofAll >= MOST_A_DAY) throw problem('too-many-requests')
}

/** Ends open invitations: those to an address, or the given one. @param by null if a new one replaces them */
const endOpen = (
  database: Database,
  where: { organizationId: string | null; email: string } | { id: string },
  by: string | null,
) =>
  database
    .updateTable('accountInvitation')
    .set({ withdrawnOn: sql`now()`, withdrawnBy: by })
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .$if('id' in where, (q) => q.where('id', '=', 'id' in where ? where.id : ''))
    .$if('email' in where, (q) =>
      q
        .where('email', '=', 'email' in where ? where.email : '')
        .where('organizationId', 'is not distinct from', 'email' in where ? where.organizationId : null),
    )
    .executeTakeFirst()

/** If the address already has an account, only its owner learns of that; the sender sees a normal invitation. */
async function mailInvitation(database: Database, config: Config, about: Actor, row: InvitationRow, code: string) {
  const { email, language, firstName, organizationName } = row
  const key = `account-invitation:${row.id}`
  const words = {
    organization: organizationName ?? config.productName,
    inviter: row.invitedByName ? nameInMail(language, row.invitedByName) : config.productName,
  }
  const letter = { words, about, key, expiresOn: new Date(row.expiresOn) }
  const owner = await findAccountByEmail(database, email)
  if (owner)
    return sendTeamMail(
      database,
      config,
      { email: owner.email, language: owner.language, firstName },
      { ...letter, kind: 'hasAccount', path: '/' },
    )
  return sendTeamMail(
    database,
    config,
    { email, language, firstName },
    {
      ...letter,
      kind: organizationName ? 'invitation' : 'platformInvitation',
      path: `/registration/invitation/${code}`,
    },
  )
}

type Asked = Omit<NewInvitation, 'organizationId'> & { organizationId: string | null }

/** Stores and mails an invitation; earlier ones to the same address end. Call it with the team locked. */
async function sendInvitation({ database, config }: TeamServices, actor: Actor, asked: Asked) {
  const { organizationId, email, firstName, lastName, title, roles, language } = asked
  await requireFewInvitations(database, email, organizationId)
  await endOpen(database, { organizationId, email }, null)
  const code = newCode()
  const { id } = await database
    .insertInto('accountInvitation')
    .values({
      codeHash: hashCode(code),
      organizationId,
      email,
      firstName,
      lastName,
      title: title || null,
      roles: [...new Set(roles)],
      language,
      invitedBy: actor.accountId,
      expiresOn: LIFE,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await invitations(database).where('accountInvitation.id', '=', id).executeTakeFirstOrThrow()
  await mailInvitation(database, config, actor, row, code)
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'account-invited',
    subjectType: 'account-invitation',
    subjectId: id,
    detail: { organizationId, roles },
  })
  await publishTeamChange(database, { id, organizationId })
  return shownInvitation(row)
}

/** The people of one's own organization are not secret: they are in the same list. */
async function requireNotOnTeam(database: Database, email: string, organizationId: string | null) {
  const account = await findAccountByEmail(database, email)
  if (account && organizationId && account.organizationId === organizationId)
    throw fieldProblem('email', 'already-on-team')
}

/**
 * Invites a person by e-mail to join an organization with these roles. The link works once, for seven days.
 * @throws problem forbidden (another organization, a role that the actor may not give), invalid-request at a field,
 * too-many-requests
 */
export const invite = (services: TeamServices, actor: Actor, given: NewInvitation) =>
  services.database.transaction().execute(async (transaction) => {
    const organizationId = given.organizationId === undefined ? actor.organizationId : given.organizationId
    if (!mayInvite(actor, organizationId)) throw problem('forbidden')
    if (!mayGiveAll(actor, organizationId, given.roles)) throw problem('forbidden')
    const locked = await lockTeam(transaction, organizationId)
    if (!locked) throw fieldProblem('organizationId', 'invalid')
    await requireNotOnTeam(transaction, given.email, organizationId)
    return sendInvitation({ ...services, database: transaction }, actor, { ...given, organizationId })
  })

/** An invitation of an organization that the actor administers, locked. */
async function lockInvitation(database: Database, actor: Actor, id: string) {
  const row = await invitations(database)
    .where('accountInvitation.id', '=', id)
    .forUpdate('accountInvitation')
    .executeTakeFirst()
  if (!row || !mayInvite(actor, row.organizationId)) throw problem('not-found')
  return row
}

/**
 * Sends an invitation again, with a new link; the previous one ends.
 * @throws problem not-found, forbidden (a role that the actor may not give), gone if it was accepted or withdrawn
 */
export const resendInvitation = (services: TeamServices, actor: Actor, id: string) =>
  services.database.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('accountInvitation')
      .select('organizationId')
      .where('id', '=', id)
      .executeTakeFirst()
    if (before) await lockTeam(transaction, before.organizationId)
    const row = await lockInvitation(transaction, actor, id)
    if (!mayGiveAll(actor, row.organizationId, row.roles)) throw problem('forbidden')
    if (row.usedOn || row.withdrawnOn) throw problem('gone')
    await requireNotOnTeam(transaction, row.email, row.organizationId)
    return sendInvitation({ ...services, database: transaction }, actor, row)
  })

/**
 * Withdraws an invitation; if it already is withdrawn, nothing happens.
 * @throws problem not-found, gone if it was accepted
 */
export const withdrawInvitation = ({ database }: TeamServices, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const row = await lockInvitation(transaction, actor, id)
    if (row.usedOn) throw problem('gone')
    if (row.withdrawnOn) return
    await endOpen(transaction, { id }, actor.accountId)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'account-invitation-withdrawn',
      subjectType: 'account-invitation',
      subjectId: id,
    })
    await publishTeamChange(transaction, row)
  })
