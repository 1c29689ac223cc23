import { sql } from 'kysely'
import {
  accountProblem,
  findAccountByEmail,
  hasActiveAccount,
  hashAnswer,
  hashCode,
  hashPassword,
  insertAccount,
  lockStanding,
  lockTeam,
  requireStrongPassword,
} from '#identity/accounts/server/accounts-public.ts'
import type { WelcomeArrival } from '#identity/organizations/server/organizations-public.ts'
import { insertPerson } from '#identity/people/server/people-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { AcceptInvitation } from '../invitation.ts'
import type { TeamServices } from './change-account.ts'
import { type InvitationRow, invitations, maySendStill, shownInvitation } from './invitation-queries.ts'
import { publishTeamChange } from './publish-team-change.ts'

/**
 * Whether the sender of an invitation could still send it: it becomes invalid with the role that allowed it. Locks the
 * sender's roles until the transaction ends.
 */
async function isStillVouchedFor(database: Database, row: InvitationRow) {
  if (!row.invitedBy) return false
  const inviter = await lockStanding(database, row.invitedBy)
  return maySendStill(inviter, row)
}

async function requireVouched(database: Database, row: InvitationRow) {
  if (!(await isStillVouchedFor(database, row))) throw problem('gone', { extra: { reason: 'withdrawn' } })
}

/**
 * The invitation of a valid link.
 * @throws problem gone with its reason: used, expired, withdrawn, replaced, unknown
 */
export async function getOpenInvitation(database: Database, code: string) {
  const row = await invitations(database).where('codeHash', '=', hashCode(code)).executeTakeFirst()
  if (!row || row.standing === 'refused') throw problem('gone', { extra: { reason: 'unknown' } })
  const { state } = shownInvitation(row)
  if (state !== 'pending') throw problem('gone', { extra: { reason: state } })
  await requireVouched(database, row)
  return row
}

/** Of any number of concurrent acceptances, only one succeeds here. */
async function consumeInvitation(database: Database, id: string) {
  const used = await database
    .updateTable('accountInvitation')
    .set({ usedOn: sql`now()` })
    .where('id', '=', id)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .where('expiresOn', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw problem('gone', { extra: { reason: 'used' } })
}

interface Secrets {
  passwordHash: string
  securityAnswerHash: string
  securityQuestion: string
}

/**
 * The link has proven that the address is theirs, and the organization vouches for them: the account is active
 * immediately.
 */
async function openAccount(database: Database, row: InvitationRow, secrets: Secrets) {
  const { firstName, lastName, title, email, language, organizationId } = row
  const contactId = await insertPerson(database, { firstName, lastName, title, email })
  const opened = { emailConfirmedOn: sql<string>`now()`, approvedOn: sql<string>`now()` }
  const terms = { acceptedTermsAndConditions: true }
  const account = { ...secrets, ...opened, ...terms, email, language, organizationId, contactId }
  const accountId = await insertAccount(database, account, row.roles)
  if (!accountId) throw accountProblem('email-in-use')
  return accountId
}

/**
 * Creates the account of an invited person.
 * @throws problem gone with its reason, invalid-request at a field, email-in-use
 */
export async function acceptInvitation(
  { database, config, welcome }: TeamServices & { welcome: WelcomeArrival },
  code: string,
  given: AcceptInvitation,
) {
  const row = await getOpenInvitation(database, code)
  if (given.password !== given.confirmPassword) throw fieldProblem('confirmPassword', 'passwords-differ')
  await requireStrongPassword(given.password, {
    minLength: config.passwordMinLength,
    personal: [row.firstName, row.lastName, row.email, row.organizationName, config.productName],
  })
  if (await findAccountByEmail(database, row.email)) throw accountProblem('email-in-use')
  const [passwordHash, securityAnswerHash] = await Promise.all([
    hashPassword(given.password),
    hashAnswer(given.securityQuestionAnswer),
  ])
  const { securityQuestion } = given
  await database.transaction().execute(async (transaction) => {
    const { organizationId } = row
    const isEmpty = async () => organizationId !== null && !(await hasActiveAccount(transaction, organizationId))
    const mayBeFirst = await isEmpty()
    // Of two who accept at once, one is the first.
    if (mayBeFirst) await lockTeam(transaction, organizationId)
    await consumeInvitation(transaction, row.id)
    // Again: the sender may have lost the role while the password was hashed.
    await requireVouched(transaction, row)
    const isFirst = mayBeFirst && (await isEmpty())
    const accountId = await openAccount(transaction, row, { passwordHash, securityAnswerHash, securityQuestion })
    await transaction.updateTable('accountInvitation').set({ accountId }).where('id', '=', row.id).execute()
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'account-invitation-accepted',
      subjectType: 'account',
      subjectId: accountId,
      detail: { invitationId: row.id, organizationId: row.organizationId },
    })
    await publishTeamChange(transaction, { id: accountId, organizationId: row.organizationId })
    if (row.organizationId !== null)
      await welcome(transaction, config, {
        organizationId: row.organizationId,
        accountId,
        referralId: null,
        isFirst,
        isClaim: false,
      })
  })
}
