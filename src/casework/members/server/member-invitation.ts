import { sql } from 'kysely'
import type { InviteMember } from '#casework/clients/member-invitation.ts'
import {
  contactInvitations,
  endContactInvitations,
  getServedPerson,
  insertContactInvitation,
  isRegistered,
  requireServed,
} from '#casework/clients/server/clients-public.ts'
import {
  insertDelivery,
  linkDeliveryTask,
  withArrival,
} from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { neutralWords, requireSafe } from '#casework/safe-contact/server/safe-contact-public.ts'
import {
  accountPerson,
  accountProblem,
  findAccountByEmail,
  hashCode,
  newCode,
  sendAccountMail,
} from '#identity/accounts/server/accounts-public.ts'
import { lockContact, personRecord } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { linkStateOf } from '#platform/schema/sent-link.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'

const LIFE_MS = 14 * 24 * 60 * 60 * 1000
const MOST_A_DAY_TO_ONE = 5
const MOST_A_DAY = 200

const today = sql<string>`now() - interval '1 day'`
const countToday = (database: Database) =>
  database
    .selectFrom(contactInvitations.as('invitation'))
    .innerJoin(personRecord.as('contact'), 'contact.id', 'invitation.contactId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('invitation.createdOn', '>', today)

/** An invitation is mail to a stranger: a few to one person, not thousands from one organization. */
async function requireFewInvitations(database: Database, contact: { id: string; organizationId: string | null }) {
  // Two at once count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('member-invitations:' || ${contact.organizationId}::text, 0))`.execute(
    database,
  )
  const { count: toOne } = await countToday(database).where('contact.id', '=', contact.id).executeTakeFirstOrThrow()
  const { count: ofAll } = await countToday(database)
    .where('contact.organizationId', '=', contact.organizationId)
    .executeTakeFirstOrThrow()
  if (toOne >= MOST_A_DAY_TO_ONE || ofAll >= MOST_A_DAY) throw problem('too-many-requests')
}

/**
 * Whether the same call sent this invitation before: its answer was lost. The caller has locked the person.
 * @throws problem conflict for another invitation, and for one that no longer works
 */
async function isRepeated(database: Database, actor: Actor, contactId: string, id: string) {
  const invitation = await database
    .selectFrom(contactInvitations.as('invitation'))
    .select(['contactId', 'invitedBy', 'withdrawnOn'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!invitation) return false
  const isSame = invitation.contactId === contactId && invitation.invitedBy === actor.accountId
  if (!isSame || invitation.withdrawnOn) throw problem('conflict')
  return true
}

/**
 * Mails a person served a link to create their own account, which works once, for 14 days, and only while this is their
 * address. Safe to repeat with the same ID.
 * @throws problem not-found, conflict if the ID is another invitation's, invalid-request at `email` if there is no
 * address, email-in-use if they have an account, contact-unsafe at `email`, too-many-requests
 */
export const inviteMember = (
  { database, config }: { database: Database; config: Config },
  actor: Actor,
  contactId: string,
  { id: given }: InviteMember,
) =>
  database.transaction().execute(async (transaction) => {
    // Serialized, so that two concurrent invitations leave one open link, to the current address.
    const contact = requireServed(actor, await lockContact(transaction, contactId, 'no-key-update'))
    if (given && (await isRepeated(transaction, actor, contact.id, given))) return
    const { email } = contact
    if (!email) throw fieldProblem('email', 'needed')
    if ((await findAccountByEmail(transaction, email)) || (await isRegistered(transaction, contact.id)))
      throw accountProblem('email-in-use')
    const safety = await requireSafe(transaction, {
      ...{ contactId: contact.id, organizationId: contact.organizationId },
      ...{ channel: 'email', to: email, field: 'email' },
    })
    await requireFewInvitations(transaction, contact)
    await endContactInvitations(transaction, contact.id, null)
    const code = newCode()
    const expiresOn = new Date(Date.now() + LIFE_MS)
    const linkId = await insertContactInvitation(transaction, {
      ...(given && { id: given }),
      codeHash: hashCode(code),
      contactId: contact.id,
      invitedBy: actor.accountId,
      expiresOn: expiresOn.toISOString(),
    })
    const language = spokenLanguage(contact.language)
    const path = `/registration/communityMember?contactId=${code}`
    const messageId = await sendAccountMail(
      transaction,
      config,
      { email, language, firstName: contact.firstName },
      {
        kind: 'memberInvitation',
        path,
        about: actor,
        expiresOn: safety.endOf(expiresOn),
        ...(safety.isNeutral ? { words: neutralWords('email', language, `${config.publicUrl}${path}`) } : {}),
        reportTo: linkDeliveryTask,
        key: `member-invitation:${hashCode(code)}`,
      },
    )
    const { accountId: sentBy } = actor
    const { organizationId } = contact
    const link = { linkId, sentBy, organizationId, page: 'people', pageId: contact.id } as const
    if (messageId) await insertDelivery(transaction, link, { messageId, channel: 'email', to: email })
    await recordMember(transaction, actor.accountId, 'member-invited', contact.id)
  })

/** Withdraws the open invitations of a contact; does nothing if there are none. */
export async function withdrawInvitation(database: Database, actor: Actor, contactId: string) {
  const contact = await getServedPerson(database, actor, contactId)
  await database.transaction().execute(async (transaction) => {
    await endContactInvitations(transaction, contact.id, actor.accountId)
    await recordMember(transaction, actor.accountId, 'member-invitation-withdrawn', contact.id)
  })
}

/**
 * The links that were mailed to a contact, with their states, newest first.
 * @throws problem not-found
 */
export async function listMemberInvitations(database: Database, actor: Actor, contactId: string) {
  const contact = await getServedPerson(database, actor, contactId)
  const rows = await database
    .selectFrom(contactInvitations.as('invitation'))
    .leftJoin(accountPerson.as('sender'), 'sender.id', 'invitation.invitedBy')
    .select(['invitation.expiresOn', 'invitation.usedOn', 'invitation.withdrawnOn', 'invitation.withdrawnBy'])
    .select(['invitation.id', 'invitation.createdOn as sentOn', 'sender.name as sentByName'])
    .where('invitation.contactId', '=', contact.id)
    .orderBy('invitation.createdOn', 'desc')
    .limit(20)
    .execute()
  const items = await withArrival(database, rows)
  return { items: items.map((row) => ({ ...row, state: linkStateOf(row) })), nextCursor: null }
}

const recordMember = (database: Database, actorId: string, action: string, contactId: string) =>
  recordAudit(database, { actorId, action, subjectType: 'contact', subjectId: contactId })
