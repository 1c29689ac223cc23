import { sql } from 'kysely'
import {
  accountIsActive,
  accountMayReceive,
  accountPerson,
  hasRoleAmong,
  insertAccount,
} from '#identity/accounts/server/accounts-public.ts'
import { findOrganizationOwner, insertOrganization } from '#identity/organizations/server/organizations-public.ts'
import { insertPerson } from '#identity/people/server/people-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'

/** An organization that is open for registration, locked until the transaction ends; refused and merged ones count as unknown. */
export async function findOrganizationToJoin(database: Database, id: string) {
  const found = await findOrganizationOwner(database, id, { lock: true })
  return found?.standing === 'refused' || found?.standing === 'merged' ? undefined : found
}

export const insertNewOrganization = (
  database: Database,
  organization: { name: string; description: string | null; website: string | null },
) => insertOrganization(database, { ...organization, standing: 'pending' })

interface NewAccount {
  firstName: string
  lastName: string
  title: string | null
  phoneNumber: string
  email: string
  passwordHash: string
  securityQuestion: string
  securityAnswerHash: string
  language: 'en' | 'es'
}

/**
 * Creates an account and its person, neither confirmed nor approved.
 * @returns its ID, or null if an account already has the address, even one from a concurrent transaction
 */
export async function insertApplicant(database: Database, given: NewAccount) {
  const { firstName, lastName, title, phoneNumber, ...account } = given
  const person = { firstName, lastName, title, email: account.email, phoneNumber }
  const contactId = await insertPerson(database, person)
  return insertAccount(database, { ...account, contactId, acceptedTermsAndConditions: true })
}

/** The review of an account's registration, if it was sent with this ID. */
export const findSentBefore = (database: Database, accountId: string, requestId: string) =>
  database
    .selectFrom('registrationReview')
    .select('kind')
    .where('accountId', '=', accountId)
    .where('requestId', '=', requestId)
    .executeTakeFirst()

/**
 * Whether anyone was approved there and not deactivated, even with an unconfirmed address: no other applicant is
 * admitted meanwhile.
 */
export async function hasPeople(database: Database, organizationId: string) {
  const found = await database
    .selectFrom(accountPerson.as('person'))
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('approvedOn', 'is not', null)
    .where('deactivatedOn', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const administrators = (database: Database, role: RoleKey) =>
  database
    .selectFrom(accountPerson.as('admin'))
    .select(['admin.id', 'admin.email', 'admin.language'])
    .where(hasRoleAmong(sql.ref('admin.id'), [role]))

/** Whether the organization has an admin who can decide about a request to join. */
export const hasAdmin = async (database: Database, organizationId: string) =>
  (await administrators(database, 'organization-admin')
    .where('admin.organizationId', '=', organizationId)
    .where(accountIsActive('admin'))
    .executeTakeFirst()) !== undefined

/** The people who review registrations, with their language. */
export const listReviewers = (database: Database) =>
  administrators(database, 'platform-admin').where(accountMayReceive('admin')).execute()

/** The people who decide about requests to join this organization. */
export const listAdmins = (database: Database, organizationId: string) =>
  administrators(database, 'organization-admin')
    .where('admin.organizationId', '=', organizationId)
    .where(accountMayReceive('admin'))
    .execute()

/** The names of these applicants, by account. */
export async function listApplicantNames(database: Database, accountIds: string[]) {
  const rows = await database
    .selectFrom(accountPerson.as('applicant'))
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', accountIds)
    .execute()
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]))
}
