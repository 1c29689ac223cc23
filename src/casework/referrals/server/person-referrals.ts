import { type RawBuilder, sql } from 'kysely'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import { ReferralRequest, ReferralRow } from '../referral.ts'
import { closeReasons, declineReasons, openStatuses } from '../referral-machine.ts'
import { findSending } from './delayed-sending.ts'
import { listSteps } from './referral-detail-queries.ts'
import { eraseReferred } from './referred-people.ts'

const ofPerson = (contactId: string) =>
  sql`referral.request_id in (select id from referral_request where contact_id = ${contactId}::uuid)`

const alsoForPerson = (contactId: RawBuilder<unknown>) =>
  sql`referral.id in (select referral_id from referral_person where contact_id = ${contactId})`
/** Referrals of a person, also those that are for them beside somebody they live with. */
const withPerson = (contactId: string) => sql`(${ofPerson(contactId)} or ${alsoForPerson(sql`${contactId}::uuid`)})`

/**
 * Locks all referrals of these people until the transaction ends. Elsewhere, referrals are also locked before the people.
 */
export const lockPersonReferrals = (database: Database, contactIds: readonly string[]) =>
  sql`select id from referral where ${sql.join(contactIds.map(withPerson), sql` or `)} order by id for no key update`.execute(
    database,
  )

const notFinal = sql`referral.status = any(${['Draft', ...openStatuses]}::text[])`

/** Whether a person has a referral that is not in a final state; drafts count. @param contactId in SQL */
export const hasOpenReferral = (contactId: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from referral_request request join referral on referral.request_id = request.id
    where request.contact_id = ${contactId} and ${notFinal})
    or exists (select from referral where ${alsoForPerson(contactId)} and ${notFinal}))`

/** When anything last happened to a person's referrals, or was asked for them. @param contactId in SQL */
export const lastReferralActivity = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(
    select greatest(max(changed_on), max(status_changed_on), max(last_message_on)) from (
      select request.changed_on, referral.status_changed_on, referral.last_message_on
      from referral_request request left join referral on referral.request_id = request.id
      where request.contact_id = ${contactId}
      union all select null, referral.status_changed_on, referral.last_message_on
      from referral where ${alsoForPerson(contactId)}) activity)`

/** Referrals with whom they are about and what was asked for, as a table that a statement joins. */
export const referralNeeds = sql<Pick<ReferralRow, 'id'> & Pick<ReferralRequest, 'need' | 'contactId'>>`(
  select referral.id, request.need, request.contact_id from referral join referral_request request on request.id = referral.request_id)`

/** A person's referrals that are not in a final state; drafts count. */
export const listOpenReferrals = async (database: Database, contactId: string) =>
  (
    await sql<{ id: string; status: ReferralRow['status']; organizationName: string }>`
      select referral.id, referral.status, organization.name as organization_name
      from referral join ${organizationNames.as('organization')} on organization.id = referral.recipient_organization_id
      where ${withPerson(contactId)} and ${notFinal}
      order by referral.created_on, referral.id`.execute(database)
  ).rows

/** A referral as the person whom it is about sees it: no notes, no messages, no reasons. */
export interface OwnReferral {
  id: string
  need: ReferralRequest['need']
  status: ReferralRow['status']
  organizationName: string
  organizationId: string
  serviceId: string | null
  serviceName: string | null
  sentOn: string
  statusChangedOn: string
  closedOn: string | null
  outcome: string | null
}

/** A person's referrals that were sent, newest first, for the person. */
export const listOwnReferrals = async (database: Database, contactId: string) =>
  (
    await sql<OwnReferral>`
      select referral.id, request.need, referral.status, organization.name as organization_name, organization.id as organization_id,
        referral.service_id, service.name as service_name, referral.sent_on, referral.status_changed_on, referral.closed_on, referral.outcome
      from referral join referral_request request on request.id = referral.request_id
      join ${organizationNames.as('organization')} on organization.id = referral.recipient_organization_id
      left join ${serviceNames.as('service')} on service.id = referral.service_id
      where ${withPerson(contactId)} and referral.sent_on is not null
        and referral.status not in ('Draft', 'Entered In Error')
      order by referral.sent_on desc, referral.id limit 200`.execute(database)
  ).rows

const ERASED_TEXT = '[…]'
const coded = [...declineReasons, ...closeReasons]
/** Reasons from a list are counted and reveal nothing about the person; others are free text. */
const codedReason = sql<string | null>`case when reason = any(${coded}::text[]) then reason end`

/**
 * Blanks what a person's referrals say about them, in the caller's transaction: what was shared, notes, reasons,
 * messages, and the search text. In referrals of somebody they live with, only what was shared about them. Status, times, need and both organizations stay.
 */
export async function erasePersonReferrals(database: Database, contactId: string) {
  await eraseReferred(database, contactId)
  await sql`update referral set snapshot = null, search_text = '', reason = ${codedReason}, version = version + 1,
    consent_override_text = null
    where ${ofPerson(contactId)}`.execute(database)
  const ofTheirs = sql`referral_id in (select id from referral where ${ofPerson(contactId)})`
  await sql`delete from referral_undo where ${ofTheirs}`.execute(database)
  await sql`delete from referral_sending where ${ofTheirs}`.execute(database)
  // The key of a notification contains the step's ID; for notifications of messages, the referral's.
  await eraseMessages(
    database,
    sql<boolean>`split_part(message_key, ':', 2) in (
      select id::text from referral_event where ${ofTheirs}
      union all select id::text from referral where ${ofPerson(contactId)})`,
  )
  await sql`update referral_event set note = null, reason = ${codedReason} where ${ofTheirs}`.execute(database)
  await sql`update referral_message set text = ${ERASED_TEXT} where ${ofTheirs}`.execute(database)
  await sql`update referral_request set note = null where contact_id = ${contactId}::uuid`.execute(database)
}

const listMessages = async (database: Database, referralId: string) =>
  (
    await sql<{ text: string; createdOn: string; author: string; organization: string }>`
      select text, message.created_on, coalesce(author.name, message.link_holder) as author, organization.name as organization
      from referral_message message join ${organizationNames.as('organization')} on organization.id = message.organization_id
      left join ${accountPerson.as('author')} on author.id = message.author_id
      where referral_id = ${referralId}::uuid order by sequence`.execute(database)
  ).rows

/** What referrals of somebody they live with contain about a person, oldest first, for their own copy. */
export async function listReferredFor(database: Database, contactId: string) {
  const { rows } = await sql<{
    id: string
    need: ReferralRequest['need']
    status: ReferralRow['status']
    from: string
    to: string
    sentOn: string | null
    shared: ReferralRow['snapshot']
  }>`
    select referral.id, request.need, referral.status, sender.name as from, recipient.name as to, referral.sent_on, other.snapshot as shared
    from referral_person other join referral on referral.id = other.referral_id
    join referral_request request on request.id = referral.request_id
    join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
    join ${organizationNames.as('recipient')} on recipient.id = referral.recipient_organization_id
    where other.contact_id = ${contactId}::uuid order by referral.created_on, referral.id`.execute(database)
  return rows
}

/** Everything that a person's referrals contain about them, oldest first, for their own copy. */
export async function listPersonReferrals(database: Database, contactId: string) {
  const requests = await database
    .selectFrom('referralRequest')
    .select(columnsOf(ReferralRequest))
    .where('contactId', '=', contactId)
    .orderBy('createdOn')
    .execute()
  const referrals = (await database
    .selectFrom('referral')
    .innerJoin(organizationNames.as('sender'), 'sender.id', 'referral.senderOrganizationId')
    .innerJoin(organizationNames.as('recipient'), 'recipient.id', 'referral.recipientOrganizationId')
    .leftJoin(serviceNames.as('service'), 'service.id', 'referral.serviceId')
    .select(columnsOf(ReferralRow).map((column) => `referral.${column}` as const))
    .select(['sender.name as from', 'recipient.name as to', 'service.name as service'])
    .where(sql<boolean>`${ofPerson(contactId)}`)
    .orderBy('referral.createdOn')
    .execute()) as (ReferralRow & { from: string; to: string; service: string | null })[]
  return Promise.all(
    referrals.map(async ({ searchText, callId, contactFirstName, contactLastName, contactEmail, ...referral }) => ({
      ...referral,
      sending: (await findSending(database, referral.id)) ?? null,
      request: requests.find(({ id }) => id === referral.requestId),
      steps: await listSteps(database, referral.id),
      messages: await listMessages(database, referral.id),
    })),
  )
}
