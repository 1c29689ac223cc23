import { sql } from 'kysely'
import { findOrganizationByName, insertOrganization } from '#identity/organizations/server/organizations-public.ts'
import { insertPerson } from '#identity/people/server/people-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import { ConfigError } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { insertAccount } from './account-record.ts'
import { hashAnswer, hashPassword } from './secret-hash.ts'

/** The demo's community member. */
export const demoMemberEmail = 'robin@member.demo.hearthline.test'
const DEMO_PASSWORD = 'Hearthline-demo-2026'

interface DemoPerson {
  email: string
  firstName: string
  lastName: string
  role: RoleKey
  organization?: string
}

/** Fictional people. Those with an organization work there. */
const people: DemoPerson[] = [
  { email: 'admin@demo.hearthline.test', firstName: 'Ada', lastName: 'Quill', role: 'platform-admin' },
  { email: 'developer@demo.hearthline.test', firstName: 'Dev', lastName: 'Okafor', role: 'developer' },
  { email: 'support@demo.hearthline.test', firstName: 'Sofia', lastName: 'Brandt', role: 'support-agent' },
  {
    email: 'maria@foodbank.demo.hearthline.test',
    firstName: 'Maria',
    lastName: 'Delgado',
    role: 'organization-admin',
    organization: 'Eastside Food Bank',
  },
  {
    email: 'sam@foodbank.demo.hearthline.test',
    firstName: 'Sam',
    lastName: 'Whitfield',
    role: 'organization-staff',
    organization: 'Eastside Food Bank',
  },
  {
    email: 'lee@housing.demo.hearthline.test',
    firstName: 'Lee',
    lastName: 'Park',
    role: 'organization-admin',
    organization: 'Harbor Housing',
  },
  { email: demoMemberEmail, firstName: 'Robin', lastName: 'Vale', role: 'community-member' },
]

async function findOrMakeOrganization(database: Database, name: string) {
  const found = await findOrganizationByName(database, name)
  return found?.id ?? (await insertOrganization(database, { name, standing: 'verified', takesReferrals: true })).id
}

/** Creates the seven demo accounts, all with the same password. */
export async function seedDemoAccounts(database: Database) {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const securityAnswerHash = await hashAnswer('Elm Street')
  const now = new Date().toISOString()
  for (const person of people) {
    const organizationId = person.organization ? await findOrMakeOrganization(database, person.organization) : null
    const { firstName, lastName, email } = person
    const contactId = await insertPerson(database, { firstName, lastName, email, phoneNumber: '+17165550100' })
    const account = {
      email,
      passwordHash,
      contactId,
      organizationId,
      emailConfirmedOn: now,
      approvedOn: now,
      securityQuestion: 'childhood-street',
      securityAnswerHash,
      acceptedTermsAndConditions: true,
      isDemo: true,
    }
    await insertAccount(database, account, [person.role])
  }
}

/** The demo accounts with these addresses. */
export const listDemoAccounts = (database: Database, emails: readonly string[]) =>
  database.selectFrom('account').select(['id', 'email', 'organizationId']).where('email', 'in', emails).execute()

/** @throws ConfigError if the database contains the demo community */
export async function refuseDemoAccounts(database: Database) {
  const found = await sql`select 1 from account where is_demo limit 1`.execute(database)
  if (found.rows.length)
    throw new ConfigError('This database holds demo accounts. Production does not start with them.')
}
