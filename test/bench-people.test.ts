import { sql } from 'kysely'
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { ContactSearch, DuplicateQuery } from '#casework/clients/contact-record.ts'
import { findAlike } from '#casework/clients/server/find-alike.ts'
import { findDuplicates } from '#casework/clients/server/find-duplicates.ts'
import { getContact } from '#casework/clients/server/get-contact.ts'
import { listContacts } from '#casework/clients/server/list-contacts.ts'
import { intakeOf, readIntake } from '#casework/intakes/server/intakes-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, openDatabase } from '#platform/server/database.ts'
import { recordingDatabase } from '../scripts/bench/floor-statements.ts'
import { makeCommunity } from '../scripts/bench/made-tickets.ts'
import { seedClients } from '../scripts/bench/seed-clients.ts'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'

const community = makeCommunity()
const organizationId = community.organizations[0]?.id ?? ''
const accountId = community.members[0]?.[0]?.id ?? ''
const actor: Actor & { organizationId: string } = {
  ...{ accountId, organizationId, contactId: accountId, roles: ['organization-staff'], sessionId: accountId },
  ...{ forcePasswordReset: false, stage: 'whole', impersonatorId: null, authenticatedOn: new Date(0).toISOString() },
}
const search = (text: string) => (database: Database) =>
  listContacts(database, actor, ContactSearch.parse({ search: text, limit: 5 }))

/** One who is on record in both sizes, under a name that nobody else has. */
const rare = { firstName: 'Quetzalli', lastName: 'Xochimilco', birthDate: '1905-12-31' }
const phones = [{ phoneNumber: '(716) 901-2345' }]

/** How many pages of tables and indexes PostgreSQL looks at. */
async function pagesOf(pool: Pool, run: (database: Database) => Promise<unknown>) {
  const { database: recording, sent } = recordingDatabase((text, values) => pool.query(text, values))
  await run(recording)
  let pages = 0
  for (const { text, values } of sent.filter((each) => !each.text.includes('insert into'))) {
    // The number of people of a large organization is counted once in ten minutes.
    if (/^\s*select count\(\*\)::integer as count from contact where/.test(text)) continue
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, [...values])
    const { Plan } = rows[0]['QUERY PLAN'][0]
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  return pages
}

/** The same for each way to find and open people, among so many of them. */
async function pagesRead(count: number) {
  const { url, database } = await startTestApp()
  await seedClients(url, count, 'not a hash')
  const { rows: added } = await sql<{ id: string }>`
    insert into contact (organization_id, first_name, last_name, birth_date)
    values (${organizationId}::uuid, ${rare.firstName}, ${rare.lastName}, ${rare.birthDate}) returning id`.execute(
    database,
  )
  const id = added[0]?.id ?? ''
  await sql`insert into contact_phone (contact_id, phone_number) values (${id}::uuid, '+17169012345')`.execute(database)
  const { rows: intakes } = await sql<{ id: string }>`
    select id from intake where organization_id = ${organizationId}::uuid limit 1`.execute(database)
  await sql`vacuum (analyze)`.execute(database)
  const { pool, close } = openDatabase(url, 1)
  const reads: Record<string, (database: Database) => Promise<unknown>> = {
    list: (one) => listContacts(one, actor, ContactSearch.parse({ limit: 5 })),
    'by name': search('xochimilco quetzalli'),
    'by an absent name': search('zyxwvutsrq'),
    'by phone': search('716 901 2345'),
    'by birth date': search('12/31/1905'),
    'while typing': (one) => findDuplicates(one, actor, DuplicateQuery.parse({ ...rare, phones })),
    'open a person': (one) => getContact(one, actor, id),
    'open an intake': async (one) => readIntake(one, await intakeOf(one, actor, intakes[0]?.id ?? ''), ''),
  }
  // Without statistics of the expression, PostgreSQL expects one of 200 people to have the same address.
  const { rows: plans } = await pool.query(`explain (format json) select from contact where lower(email) = 'a@b.test'`)
  expect(plans[0]['QUERY PLAN'][0].Plan['Plan Rows']).toBeLessThan(10)
  const pages: Record<string, number> = {}
  for (const [name, run] of Object.entries(reads)) pages[name] = await pagesOf(pool, run)
  await close()
  return pages
}

it('INT-01 INT-12 finding, comparing and opening people read as many pages of the database with four times as many people', async () => {
  const few = await pagesRead(2_500)
  const many = await pagesRead(10_000)
  for (const [name, pages] of Object.entries(few)) {
    expect(pages, name).toBeGreaterThan(0)
    expect(many[name], `${name}, ${pages} before`).toBeLessThanOrEqual(pages * 1.5 + 12)
  }
}, 240_000)

it('INT-01 a misspelt name reads as many pages of the database with ten times as many people of the same names', async () => {
  const { url, database } = await startTestApp()
  const { pool, close } = openDatabase(url, 1)
  const pages: number[] = []
  for (const people of [600, 6_000]) {
    const { id } = await makeOrganization(database)
    await sql`
      insert into contact (organization_id, first_name, last_name)
      select ${id}::uuid, 'Ana', 'Marwood' || number % 200 from generate_series(1, ${people}::integer) number`.execute(
      database,
    )
    await sql`insert into contact (organization_id, first_name, last_name) values (${id}::uuid, 'Zoe', 'Marchetti')`.execute(
      database,
    )
    await sql`vacuum (analyze) contact`.execute(database)
    pages.push(await pagesOf(pool, (one) => findAlike(one, id, ['Marchteti'], 20)))
  }
  await close()
  const [few = 0, many = 0] = pages
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThanOrEqual(few * 1.5 + 12)
})
