import { sql } from 'kysely'
import { doesCasework } from '#casework/clients/contact-policy.ts'
import { getServedPerson, publishContact, recordAccess } from '#casework/clients/server/clients-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { NewNeed, PersonNeed } from '../person-need.ts'
import type { ReferralRequest } from '../referral.ts'
import { openStatuses } from '../referral-machine.ts'
import { findLastTry, settle } from './next-try.ts'
import { isTry, lockTries } from './only-try.ts'
import { isNotDiscarded } from './referral-list-queries.ts'
import { findRequest } from './referral-queries.ts'

/** Ended are completed and revoked requests, and those whose sender decided to stop trying. */
const isOpen = sql<boolean>`(request.status in ('draft', 'active', 'on hold') and not exists (
  select from referral where referral.request_id = request.id and referral.settled_on is not null
    and not exists (select from referral later where later.request_id = request.id and later.created_on > referral.settled_on)))`

/** The open needs of all people, as a table that a statement joins. */
export const openNeeds = sql<Pick<ReferralRequest, 'id' | 'organizationId' | 'contactId' | 'need' | 'createdOn'>>`(
  select id, organization_id, contact_id, need, created_on from referral_request request where ${isOpen})`

/** The needs of a person, open ones first, each with what was tried for it. */
export async function listNeeds(database: Database, contactId: string): Promise<PersonNeed[]> {
  const { rows } = await sql<PersonNeed>`
    select request.id, need, urgency, needed_by, request.status, request.created_on, request.changed_on,
      ${accountName(sql`request.created_by`)} as created_by_name, ${isOpen} as is_open,
      exists (select from referral where referral.request_id = request.id and ${isTry}) as is_tried,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', referral.id, 'status', referral.status,
          'statusChangedOn', to_char(referral.status_changed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'sentOn', to_char(referral.sent_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'organizationName', organization.name, 'reason', referral.reason) order by referral.created_on)
        from referral join ${organizationNames.as('organization')} on organization.id = referral.recipient_organization_id
        where referral.request_id = request.id and referral.status <> 'Entered In Error' and ${isNotDiscarded}), '[]') as tries
    from referral_request request where contact_id = ${contactId}::uuid
    order by is_open desc, request.created_on desc, request.id`.execute(database)
  return rows
}

async function requirePerson(database: Database, actor: Actor, contactId: string) {
  if (!doesCasework(actor)) throw problem('forbidden')
  await getServedPerson(database, actor, contactId)
}

/** The needs of a person whom the actor's organization serves; records the access. @throws 403, 404 */
export async function viewNeeds(database: Database, actor: Actor, contactId: string): Promise<PersonNeed[]> {
  await requirePerson(database, actor, contactId)
  await recordAccess(database, actor, [contactId], { way: 'record' })
  return listNeeds(database, contactId)
}

/**
 * Records a need of a person, in the caller's transaction; nothing is sent. If the same need is open already, it is
 * that one. @returns the ID of its request
 * @throws 403, 404
 */
export async function openNeed(transaction: Database, actor: Actor, { contactId, need }: NewNeed): Promise<string> {
  const contact = await lockContact(transaction, contactId, 'no-key-update')
  await requirePerson(transaction, actor, contactId)
  const open = (await listNeeds(transaction, contactId)).find((each) => each.isOpen && each.need === need)
  if (open) return open.id
  const { id } = await transaction
    .insertInto('referralRequest')
    .values({ contactId, need, organizationId: actor.organizationId ?? '', createdBy: actor.accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action: 'need.open', subjectType: 'referral_request', subjectId: id },
    detail: { need },
  })
  await publishContact(transaction, contactId, contact?.organizationId ?? null)
  return id
}

/** Whether a referral for a need is open, or about to be sent. */
const isBeingTried = async (database: Database, requestId: string) =>
  Boolean(
    await database
      .selectFrom('referral')
      .select('id')
      .where('requestId', '=', requestId)
      .where('status', 'in', ['Draft', ...openStatuses])
      .executeTakeFirst(),
  )

/**
 * Ends a need that nobody was asked to meet, or for which every try was recalled or has ended without help: then it stays
 * unmet. Safe to repeat.
 * @throws 404, 409 illegal-transition if a referral for it is still open: that one is closed or recalled
 */
export const endNeed = (database: Database, actor: Actor, id: string) =>
  runAct(database, async (transaction): Promise<PersonNeed[]> => {
    const lastTry = await findLastTry(transaction, id)
    if (lastTry) {
      const { contactId } = (await findRequest(transaction, id)) as ReferralRequest
      await requirePerson(transaction, actor, contactId)
      await settle(transaction, actor, lastTry)
      return viewNeeds(transaction, actor, contactId)
    }
    await lockTries(transaction, id)
    const request = await transaction
      .selectFrom('referralRequest')
      .select(['id', 'contactId', 'organizationId', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!request || request.organizationId !== actor.organizationId) throw problem('not-found')
    await requirePerson(transaction, actor, request.contactId)
    if (await isBeingTried(transaction, id)) throw problem('illegal-transition')
    const known = (await listNeeds(transaction, request.contactId)).find((need) => need.id === id)
    if (known?.isOpen) {
      await transaction
        .updateTable('referralRequest')
        .set({ status: 'revoked', changedOn: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      await recordAudit(transaction, {
        ...{ actorId: actor.accountId, action: 'need.end', subjectType: 'referral_request', subjectId: id },
      })
      await publishContact(transaction, request.contactId, request.organizationId)
    }
    return viewNeeds(transaction, actor, request.contactId)
  })
