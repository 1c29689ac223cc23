import { accountIsActive, accountMayReceive, insertAccount } from '#identity/accounts/server/accounts-public.ts'
import { insertOrganization } from '#identity/organizations/server/organizations-public.ts'
import { insertPerson } from '#identity/people/server/people-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'

/** An organization that one may register for, locked until the transaction ends; refused ones are as if unknown. */
export const findOrganizationToJoin = (database: Database, id: string) =>
  database
    .selectFrom('organization')
    .select(['id', 'name', 'standing'])
    .where('id', '=', id)
    .where('standing', '<>', 'refused')
    .forUpdate()
    .executeTakeFirst()

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
 * Makes an account and its person, neither confirmed nor approved.
 * @returns its id, or null when the address has an account: also one that another transaction makes at this moment
 */
export async function insertApplicant(database: Database, given: NewAccount) {
  const { firstName, lastName, title, phoneNumber, ...account } = given
  const person = { firstName, lastName, title, email: account.email, phoneNumber }
  const contactId = await insertPerson(database, person)
  return insertAccount(database, { ...account, contactId, acceptedTermsAndConditions: true })
}

/** Whether somebody was let in there and not shut out. Also who has yet to confirm the address: nobody else is vouched for meanwhile. */
export async function hasPeople(database: Database, organizationId: string) {
  const found = await database
    .selectFrom('account')
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
    .selectFrom('account')
    .innerJoin('accountRole', 'accountRole.accountId', 'account.id')
    .select(['account.id', 'account.email', 'account.language'])
    .where('accountRole.role', '=', role)

/** Whether the organization has an admin who can decide about a request to join. */
export const hasAdmin = async (database: Database, organizationId: string) =>
  (await administrators(database, 'organization-admin')
    .where('account.organizationId', '=', organizationId)
    .where(accountIsActive())
    .executeTakeFirst()) !== undefined

/** Those who review registrations, with the language that they read. */
export const listReviewers = (database: Database) =>
  administrators(database, 'platform-admin').where(accountMayReceive()).execute()

/** Those who decide about requests to join this organization. */
export const listAdmins = (database: Database, organizationId: string) =>
  administrators(database, 'organization-admin')
    .where('account.organizationId', '=', organizationId)
    .where(accountMayReceive())
    .execute()
