import { sql } from 'kysely'
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
import type { Database } from '#platform/server/database.ts'
import { ReferralRequest, ReferralRow } from '../referral.ts'
import type { ReferralStatus } from '../referral-machine.ts'
import { requestStatusOf } from '../referral-request-status.ts'
import { planPersonNews } from './person-news.ts'
import { changesDeadline, refreshDeadline } from './refresh-deadline.ts'

/** A referral with its request, as the acts need it. */
export interface WholeReferral extends ReferralRow {
  request: ReferralRequest
}

export const findReferralRow = async (database: Database, id: string) =>
  (await database.selectFrom('referral').select(columnsOf(ReferralRow)).where('id', '=', id).executeTakeFirst()) as
    | ReferralRow
    | undefined

export const findRequest = (database: Database, id: string) =>
  database.selectFrom('referralRequest').select(columnsOf(ReferralRequest)).where('id', '=', id).executeTakeFirst()

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
  const row = (await database
    .selectFrom('referral')
    .select(columnsOf(ReferralRow))
    .where('id', '=', id)
    .forUpdate()
    .$if(options.skipLocked === true, (query) => query.skipLocked())
    .executeTakeFirst()) as ReferralRow | undefined
  const request = row && (await findRequest(database, row.requestId))
  return row && request ? { ...row, request } : undefined
}

export const isReopened = async (database: Database, id: string) =>
  Boolean(
    await database
      .selectFrom('referral')
      .select('id')
      .where('parentId', '=', id)
      .where('parentRelation', '=', 'reopen')
      .executeTakeFirst(),
  )

type Patch = Partial<Omit<ReferralRow, 'id' | 'snapshot'>>

/**
 * Changes a locked referral.
 * @param options.isNewVersion false for a change that cannot conflict with other people's acts
 */
export async function updateReferral(
  database: Database,
  referral: Pick<ReferralRow, 'id'>,
  patch: Patch,
  { isNewVersion = true }: { isNewVersion?: boolean } = {},
) {
  await database
    .updateTable('referral')
    .set({ ...patch, ...(isNewVersion ? { version: sql<number>`version + 1` } : {}) })
    .where('id', '=', referral.id)
    .execute()
  if (changesDeadline(patch)) await refreshDeadline(database, referral.id)
}

export interface Step {
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
export async function insertStep(database: Database, step: Step) {
  const { id } = await database.insertInto('referralEvent').values(step).returning('id').executeTakeFirstOrThrow()
  await planPersonNews(database, id, step.action)
  return id
}

/** Updates a request's status from its referrals. */
export async function refreshRequest(database: Database, requestId: string) {
  await database.selectFrom('referralRequest').select('id').where('id', '=', requestId).forUpdate().execute()
  const rows = await database.selectFrom('referral').select('status').where('requestId', '=', requestId).execute()
  await database
    .updateTable('referralRequest')
    .set({ status: requestStatusOf(rows.map(({ status }) => status)), changedOn: new Date().toISOString() })
    .where('id', '=', requestId)
    .execute()
}

/** The data of an organization that sending a referral requires. */
export async function findRecipient(database: Database, id: string) {
  const { rows } = await sql<{
    id: string
    name: string
    standing: string
    takesReferrals: boolean
    hasAccount: boolean
  }>`
    select id, name, standing, takes_referrals,
      ${organizationHasAccount(sql`organization.id`)} as has_account
    from ${organizationProfiles.as('organization')} where id = ${id}::uuid`.execute(database)
  return rows[0]
}

export const findService = async (database: Database, id: string) =>
  (
    await sql<{
      id: string
      name: string
      organizationId: string
    }>`select id, name, organization_id from ${serviceNames.as('service')} where id = ${id}::uuid`.execute(database)
  ).rows[0]

/** Whether a referral may be assigned to this account: it does casework at this organization and may be notified. */
export const isCaseworkerOf = async (database: Database, accountId: string, organizationId: string) =>
  (
    await sql<{ found: boolean }>`
      select exists (select from ${accountPerson.as('person')}
        where person.id = ${accountId}::uuid and person.organization_id = ${organizationId}::uuid and ${accountMayReceive('person')}
          and ${hasRoleAmong(sql`person.id`, caseworkRoles)}) as found`.execute(database)
  ).rows[0]?.found === true
