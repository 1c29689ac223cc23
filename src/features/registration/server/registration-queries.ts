import { sql } from 'kysely'
import { accountIsActive, accountMayReceive } from '#features/accounts/server/accounts-public.ts'
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
) =>
  database
    .insertInto('organization')
    .values({ ...organization, standing: 'pending' })
    .returning(['id', 'name', 'standing'])
    .executeTakeFirstOrThrow()

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
export async function insertAccount(database: Database, given: NewAccount) {
  const { firstName, lastName, title, phoneNumber, ...account } = given
  const contact = await database
    .insertInto('contact')
    .values({ firstName, lastName, title, email: account.email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('contactPhone')
    .values({ contactId: contact.id, phoneNumber, kind: 'work', isPrimary: true })
    .execute()
  const made = await database
    .insertInto('account')
    .values({ ...account, contactId: contact.id, acceptedTermsAndConditions: true })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
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
