import { randomUUID } from 'node:crypto'
import { hashAnswer, hashPassword } from '#identity/accounts/server/secret-hash.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'

export const PASSWORD = 'Correct-horse-7-battery'
const passwordHash = hashPassword(PASSWORD)
const answerHash = hashAnswer('Elm')

/** A participating organization; specify only what matters to the test. */
export const makeOrganization = (
  database: Database,
  given: Partial<{
    name: string
    standing: 'listed' | 'pending' | 'verified' | 'refused'
    takesReferrals: boolean
    email: string
    description: string
  }> = {},
) =>
  database
    .insertInto('organization')
    .values({ name: `Organization ${randomUUID().slice(0, 8)}`, standing: 'verified', takesReferrals: true, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The required fields of a new ticket. */
export const newTicket = {
  supportRequestType: 'Bug',
  priority: 'Low',
  clearedCache: 'Yes',
  description: 'The list stays empty',
}

/** An account that can sign in with {@link PASSWORD}. */
export async function makeAccount(
  database: Database,
  given: Partial<{
    email: string
    firstName: string
    lastName: string
    organizationId: string | null
    roles: RoleKey[]
    confirmed: boolean
    approved: boolean
    forcePasswordReset: boolean
    language: 'en' | 'es'
  }> = {},
) {
  const email = given.email ?? `person-${randomUUID().slice(0, 8)}@example.test`
  const contact = await database
    .insertInto('contact')
    .values({ firstName: given.firstName ?? 'Dana', lastName: given.lastName ?? 'Tester', email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = new Date().toISOString()
  const account = await database
    .insertInto('account')
    .values({
      email,
      passwordHash: await passwordHash,
      contactId: contact.id,
      organizationId: given.organizationId ?? null,
      emailConfirmedOn: given.confirmed === false ? null : now,
      approvedOn: given.approved === false ? null : now,
      securityQuestion: 'childhood-street',
      securityAnswerHash: await answerHash,
      acceptedTermsAndConditions: true,
      forcePasswordReset: given.forcePasswordReset ?? false,
      language: given.language ?? 'en',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const roles = given.roles ?? ['organization-staff']
  if (roles.length)
    await database
      .insertInto('accountRole')
      .values(roles.map((role) => ({ accountId: account.id, role })))
      .execute()
  return { ...account, password: PASSWORD }
}

/** Two services of an organization that may be the same one, as a pair to decide about. @returns the id of the pair */
export async function makePair(database: Database, organizationId: string) {
  const rows = await database
    .insertInto('service')
    .values([1, 2].map(() => ({ organizationId, name: 'Mending circle' })) as never)
    .returning('id')
    .execute()
  const [firstId, secondId] = rows.map(({ id }) => String(id)).sort() as [string, string]
  const pair = { kind: 'service', firstId, secondId, score: 5 } as const
  return (await database.insertInto('duplicatePair').values(pair).returning('id').executeTakeFirstOrThrow()).id
}
