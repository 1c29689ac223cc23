import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import {
  accountMayReceive,
  accountPerson,
  hasRoleAmong,
  organizationHasAccount,
} from '#identity/accounts/server/accounts-public.ts'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { ReferralRequest, ReferralRow, type SharedPerson } from '../referral.ts'
import { openStatuses, type ReferralStatus } from '../referral-machine.ts'
import { planPersonNews } from './person-news.ts'
import { changesDeadline, deadlineAfter } from './refresh-deadline.ts'

/** A referral with its request, as the acts need it. */
export interface WholeReferral extends ReferralRow {
  request: ReferralRequest
}

export const findReferralRow = async (database: Database, id: string) =>
  (await database
    .selectFrom('referral')
    .select(columnsOf(ReferralRow))
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst()) as ReferralRow | undefined

export const findRequest = (database: Database, id: string) =>
  database.selectFrom('referralRequest').select(columnsOf(ReferralRequest)).where('id', '=', id).executeTakeFirst()

/** The request of a referral. */
export const findRequestOf = (database: Database, id: string) =>
  database
    .selectFrom('referralRequest')
    .select(columnsOf(ReferralRequest))
    .where('id', '=', sql<string>`(select request_id from referral where id = ${id}::uuid)`)
    .modifyEnd(prepared)
    .executeTakeFirst()

/** The person of a referral. */
export const findReferralContact = async (database: Database, id: string) =>
  (
    await database
      .selectFrom('referral')
      .innerJoin('referralRequest', 'referralRequest.id', 'referral.requestId')
      .select('referralRequest.contactId')
      .where('referral.id', '=', id)
      .executeTakeFirstOrThrow()
  ).contactId

/** Locks a referral until the transaction ends: of two concurrent acts, the second sees the result of the first. */
export async function lockReferral(
  database: Database,
  id: string,
  options: { skipLocked?: boolean } = {},
): Promise<WholeReferral | undefined> {
  const [row, request] = await Promise.all([
    database
      .selectFrom('referral')
      .select(columnsOf(ReferralRow))
      .where('id', '=', id)
      .forNoKeyUpdate()
      .$if(options.skipLocked === true, (query) => query.skipLocked())
      .modifyEnd(prepared)
      .executeTakeFirst() as Promise<ReferralRow | undefined>,
    // After the lock, because a merge of records changes it.
    findRequestOf(database, id),
  ])
  return row && request ? { ...row, request } : undefined
}

/** Whether there is another referral that reopens one. One that was entered in error counts as none. */
export const isReopened = async (database: Database, id: string) =>
  Boolean(
    await database
      .selectFrom('referral')
      .select('id')
      .where('parentId', '=', id)
      .where('parentRelation', '=', 'reopen')
      .where('status', '<>', 'Entered In Error')
      .executeTakeFirst(),
  )

type Patch = Partial<Omit<ReferralRow, 'id' | 'snapshot' | 'searchText'>> & {
  snapshot?: RawBuilder<SharedPerson>
  searchText?: RawBuilder<string>
}

/**
 * Changes a locked referral.
 * @param options.isNewVersion false for a change that cannot conflict with other people's acts
 */
export async function updateReferral(
  database: Database,
  referral: WholeReferral,
  patch: Patch,
  { isNewVersion = true }: { isNewVersion?: boolean } = {},
) {
  const deadline = changesDeadline(referral, patch) ? await deadlineAfter(database, referral, patch) : {}
  await database
    .updateTable('referral')
    .set({ ...patch, ...deadline, ...(isNewVersion ? { version: sql<number>`version + 1` } : {}) })
    .where('id', '=', referral.id)
    .execute()
}

export interface Step {
  /** if it is named before it is written */
  id?: string
  referralId: string
  action: string
  fromStatus: ReferralStatus | null
  toStatus: ReferralStatus
  actorId: string | null
  organizationId: string | null
  reason?: string | null
  outcome?: string | null
  note?: string | null
  reviewOn?: string | null
  linkHolder?: string | null
}

/** Adds a step to the history, and plans what its people are told. @returns its ID, which is the key of the notifications */
export async function insertStep(database: Database, { id = randomUUID(), ...step }: Step) {
  const { reason = null, outcome = null, note = null, reviewOn = null, linkHolder = null } = step
  await Promise.all([
    database
      .insertInto('referralEvent')
      .values({ ...step, id, reason, outcome, note, reviewOn, linkHolder })
      .modifyEnd(prepared)
      .execute(),
    planPersonNews(database, id, step.action),
  ])
  return id
}

const open = sql`status = any(${[...openStatuses]}::text[])`

/** Updates a request's status from its referrals, like `requestStatusOf`. The caller's transaction has locked the case. */
export const refreshRequest = (database: Database, requestId: string) =>
  sql`update referral_request set changed_on = now(), status = (
      select case
        when bool_or(${open}) then case when bool_and(status = 'On Hold' or not ${open}) then 'on hold' else 'active' end
        when bool_or(status = 'Closed: Resolved') then 'completed'
        when bool_or(status = 'Draft') then 'draft'
        when referral_request.status = 'revoked' then 'revoked'
        when bool_or(sent_on is not null and status <> 'Entered In Error') then 'active' else 'draft' end
      from referral where request_id = ${requestId}::uuid)
    where id = ${requestId}::uuid ${prepared}`.execute(database)

/** The data of an organization that sending a referral requires. */
export async function findRecipient(database: Database, id: string) {
  const { rows } = await sql<{
    id: string
    name: string
    standing: string
    takesReferrals: boolean
    hasAccount: boolean
    /** of the portal's time zone, yyyy-MM-dd: consents end with their last day there */
    day: string
  }>`
    select id, name, standing, takes_referrals, portal_day()::text as day,
      ${organizationHasAccount(sql`organization.id`)} as has_account
    from ${organizationProfiles.as('organization')} where id = ${id}::uuid ${prepared}`.execute(database)
  return rows[0]
}

/** The same, if this organization may choose it: others do not know one that is under review or was refused. */
export async function findChoosable(database: Database, id: string, chooserId: string | null) {
  const found = await findRecipient(database, id)
  const isHidden = found?.standing === 'pending' || found?.standing === 'refused'
  return isHidden && id !== chooserId ? undefined : found
}

export const findService = async (database: Database, id: string) =>
  (
    await sql<{
      id: string
      name: string
      organizationId: string
    }>`select id, name, organization_id from ${serviceNames.as('service')} where id = ${id}::uuid`.execute(database)
  ).rows[0]

/** Whether an account does casework at an organization and may be notified; of both IDs, in SQL. */
export const isCaseworkerAt = (accountId: RawBuilder<unknown>, organizationId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from ${accountPerson.as('person')}
    where person.id = ${accountId} and person.organization_id = ${organizationId} and ${accountMayReceive('person')}
      and ${hasRoleAmong(sql`person.id`, caseworkRoles)})`

/** Whether a referral may be assigned to this account: it does casework at this organization and may be notified. */
export const isCaseworkerOf = async (database: Database, accountId: string, organizationId: string) =>
  (
    await sql<{ found: boolean }>`
      select ${isCaseworkerAt(sql`${accountId}::uuid`, sql`${organizationId}::uuid`)} as found`.execute(database)
  ).rows[0]?.found === true

export interface Destination {
  recipientOrganizationId: string
  serviceId: string | null
}
export const isSameDestination = (one: Destination) => (other: Destination) =>
  one.recipientOrganizationId === other.recipientOrganizationId && one.serviceId === other.serviceId
