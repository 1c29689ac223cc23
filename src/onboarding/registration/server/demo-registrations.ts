import { sql } from 'kysely'
import { hashAnswer, hashPassword, markDemoApplicant, newCode } from '#identity/accounts/server/accounts-public.ts'
import { findOrganizationByName } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { RegistrationReview } from '../review.ts'
import { insertApplicant, insertNewOrganization } from './registration-queries.ts'

interface DemoApplicant {
  firstName: string
  lastName: string
  title: string
  email: string
  hoursAgo: number
}

/** Fictional people. Nobody knows their passwords. */
const newcomer: DemoApplicant = {
  firstName: 'Imani',
  lastName: 'Okoro',
  title: 'Director',
  email: 'imani@toollibrary.demo.hearthline.test',
  hoursAgo: 52,
}
const claimant: DemoApplicant = {
  firstName: 'Jonah',
  lastName: 'Reyes',
  title: 'Intake coordinator',
  email: 'jonah@housing.demo.hearthline.test',
  hoursAgo: 5,
}

/** Came by the claim link of a referral; the directory has a different address. */
const lawyer: DemoApplicant = {
  firstName: 'Priya',
  lastName: 'Nair',
  title: 'Staff attorney',
  email: 'priya@legal.demo.hearthline.test',
  hoursAgo: 3,
}

async function apply(
  database: Database,
  person: DemoApplicant,
  organizationId: string,
  kind: RegistrationReview['kind'],
) {
  const { hoursAgo, ...details } = person
  const accountId = await insertApplicant(database, {
    ...details,
    phoneNumber: '+17165550177',
    passwordHash: await hashPassword(newCode()),
    securityQuestion: 'parents-met',
    securityAnswerHash: await hashAnswer(newCode()),
    language: 'en',
  })
  if (!accountId) return
  await markDemoApplicant(database, accountId, hoursAgo)
  await database
    .insertInto('registrationReview')
    .values({
      accountId,
      organizationId,
      kind,
      referralId: null,
      source: null,
      createdOn: sql<string>`now() - make_interval(hours => ${hoursAgo})`,
    })
    .execute()
}

/** Adds a new organization, a request to join and a claim to the demo community's review queue. */
export async function seedDemoRegistrations(database: Database) {
  const { id } = await insertNewOrganization(database, {
    name: 'Lakeside Tool Library',
    description: 'Lends tools to neighbors and shows how to use them, Saturdays in the old fire hall.',
    website: 'https://toollibrary.example.org',
  })
  await apply(database, newcomer, id, 'new-organization')
  const housing = await findOrganizationByName(database, 'Harbor Housing')
  if (housing) await apply(database, claimant, housing.id, 'join')
  const legal = await findOrganizationByName(database, 'Cedar Legal Aid Center')
  if (legal) await apply(database, lawyer, legal.id, 'claim')
}
