import {
  consumeNotMeLink,
  consumeNotMeLinksSince,
  endMailedLinks,
  endSessionsOf,
  findNotMeLink,
  freezeAccount,
  hashCode,
  lockAccountRow,
  notifyAdminsOfReport,
  type Origin,
  recordAccountEvent,
  requestSecuringReset,
  type SignInMethod,
  voidSignedLinks,
} from '#identity/accounts/server/accounts-public.ts'
import { setPrimaryPhone } from '#identity/people/server/people-public.ts'
import { findPhoneBefore, withdrawOpenChanges } from '#identity/team/server/team-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { NotMeDone, NotMeLink } from '../not-me.ts'

export interface NotMeServices {
  database: Database
  config: Config
  signInMethods: SignInMethod[]
}

/**
 * What a link is about. Reading it changes nothing, because mail programs open links too.
 * @throws problem gone for an unknown code
 */
export async function getNotMeLink(database: Database, code: string): Promise<NotMeLink> {
  const link = await findNotMeLink(database, hashCode(code))
  if (!link) throw problem('gone')
  return {
    kind: link.kind,
    createdOn: link.createdOn,
    state: link.usedOn ? 'used' : link.isExpired ? 'expired' : 'open',
  }
}

/**
 * Removes sign-in methods that were added during or after the reported change; an attacker's own method would survive a
 * new password.
 * @returns how many were removed, without recovery codes
 */
async function removeMethodsSince(database: Database, methods: SignInMethod[], accountId: string, since: string) {
  let removed = 0
  for (const { removeSince } of methods) removed += await removeSince(database, accountId, since)
  return removed
}

/**
 * Revokes everything that was mailed before: reset links (signed ones become invalid with the password's time), and
 * pending changes.
 */
async function voidMailedLinks(database: Database, accountId: string) {
  await voidSignedLinks(database, accountId)
  await endMailedLinks(database, accountId)
  await withdrawOpenChanges(database, accountId)
}

/** Restores the phone number from before the disputed change; it is used for SMS notifications, not for signing in. */
async function restorePhone(database: Database, account: { id: string; contactId: string }, since: string) {
  const before = await findPhoneBefore(database, account.id, since)
  if (before) await setPrimaryPhone(database, account.contactId, before.phoneNumber)
}

/** Changes made by admins rather than by the owner or an attacker: the other admins are notified. */
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
 * Handles 'this was not me': ends all sessions of the account, blocks changes until the password is reset, removes what
 * was added since, and mails a link to set a new password to the address from which the report came. If the account is
 * deactivated, the mail is sent when it is reactivated. A link works once, and consumes those that were mailed later.
 * @throws problem gone
 */
export const reportNotMe = (
  { database, config, signInMethods }: NotMeServices,
  code: string,
  origin: Origin,
): Promise<NotMeDone> =>
  database.transaction().execute(async (transaction) => {
    const found = await findNotMeLink(transaction, hashCode(code))
    if (!found) throw problem('gone')
    const { accountId } = found
    const account = await lockAccountRow(transaction, accountId)
    const link = await consumeNotMeLink(transaction, hashCode(code))
    if (!link) throw problem('gone')
    const recoveryEmail = link.sentTo ?? account.email
    await voidMailedLinks(transaction, accountId)
    await consumeNotMeLinksSince(transaction, accountId, link.createdOn)
    await freezeAccount(transaction, accountId, { recoveryEmail, toldOn: link.createdOn })
    const sessionsEnded = await endSessionsOf(transaction, accountId)
    const waysRemoved = await removeMethodsSince(transaction, signInMethods, accountId, link.createdOn)
    await restorePhone(transaction, account, link.createdOn)
    const isOut = account.deactivatedOn !== null
    if (!isOut) await requestSecuringReset(transaction, account.email)
    if (ofAdmins.includes(link.kind)) await notifyAdminsOfReport(transaction, config, account, link.kind)
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
