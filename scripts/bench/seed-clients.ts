import pg from 'pg'
import { insertShippedForms } from '../../src/casework/intake-forms/server/insert-shipped-forms.ts'
import { openDatabase } from '../../src/platform/server/database.ts'
import { copyRows, dropIndexes } from './copy-rows.ts'
import { type MadeClient, makeClients } from './made-clients.ts'
import { type MadeCommunity, makeCommunity } from './made-tickets.ts'
import { seedCommunity } from './seed-tickets.ts'

const columns = {
  contact: [
    ...['id', 'organization_id', 'first_name', 'last_name', 'birth_date', 'email', 'language', 'address_1'],
    ...['postal_code', 'created_by'],
  ],
  contact_phone: ['contact_id', 'phone_number', 'is_primary'],
  consent: ['id', 'contact_id', 'scope', 'how_given', 'given_on'],
  intake: ['id', 'form_id', 'version_id', 'contact_id', 'organization_id', 'way', 'language', 'started_by'],
  intake_answer: ['intake_id', 'item_key', 'value', 'change_id', 'answered_by'],
}
type Table = keyof typeof columns
type Rows = Record<Table, Awaited<ReturnType<typeof copyRows>>>

/** The questions that are answered in each intake. */
const answers = { worried: '"often"', 'ran-out': '"sometimes"' }

interface Form {
  formId: string
  versionId: string
}

async function readForm(url: string): Promise<Form> {
  const { database, pool, close } = openDatabase(url, 1)
  try {
    await insertShippedForms(database)
    const { rows } = await pool.query<Form>(`
      select form_id as "formId", version.id as "versionId" from intake_form_version version
      join intake_form form on form.id = form_id where shipped_as = 'hunger-vital-sign' and state = 'published'`)
    return rows[0] as Form
  } finally {
    await close()
  }
}

function writeClient(rows: Rows, made: MadeClient, { organizations, members }: MadeCommunity, form: Form) {
  const { id, ids } = made
  const organizationId = organizations[made.organization]?.id ?? ''
  const maker = members[made.organization]?.[0]?.id ?? null
  rows.contact.add(
    ...[id, organizationId, made.firstName, made.lastName, made.birthDate, made.email, 'en', made.address1],
    ...[made.postalCode, maker],
  )
  rows.contact_phone.add(id, made.phone, true)
  rows.consent.add(ids[0], id, 'network', 'written', '2026-01-02')
  if (!made.hasIntake) return
  rows.intake.add(ids[1], form.formId, form.versionId, id, organizationId, 'staff', 'en', maker)
  for (const [key, value] of Object.entries(answers)) rows.intake_answer.add(ids[1], key, value, ids[0], maker)
}

/**
 * Fills a migrated, empty database with a community and the people on record there.
 * @param passwordHash for all accounts
 */
export async function seedClients(url: string, count: number, passwordHash: string): Promise<void> {
  const community = makeCommunity()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await seedCommunity(url, community, passwordHash)
    const form = await readForm(url)
    const tables = Object.keys(columns) as Table[]
    const indexes = await dropIndexes(client, tables)
    const opened = await Promise.all(tables.map(async (table) => [table, await copyRows(url, table, columns[table])]))
    const rows = Object.fromEntries(opened) as Rows
    for (const made of makeClients(count, community.organizations.length)) {
      writeClient(rows, made, community, form)
      await Promise.all(Object.values(rows).map((table) => table.flush()))
    }
    for (const table of Object.values(rows)) await table.end()
    await client.query("set maintenance_work_mem = '512MB'")
    for (const index of indexes) await client.query(index)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
