import pg from 'pg'
import { loadPlaces } from '../../src/directory/places/server/places-public.ts'
import { loadOpenEligibility } from '../../src/directory/services/server/import/terms.ts'
import { openDatabase } from '../../src/platform/server/database.ts'
import { copyRows, dropIndexes } from './copy-rows.ts'
import { type MadeOrganization, makeDirectory, type Term, type Zip } from './made-directory.ts'

/** Of the directory that is measured. */
export interface DirectorySize {
  services: number
  organizations: number
  places: number
}
/** With a tenth as many organizations as services, and three places for each. */
export const sizeOf = (services: number): DirectorySize => ({
  services,
  organizations: Math.ceil(services / 10),
  places: Math.ceil(services / 10) * 3,
})

export const STAFF = 'staff@example.test'
export const MANAGER = 'manager@example.test'

const DAY = 86_400_000
const BATCH = 2_000
const filled = ['address', 'attribute', 'language', 'location', 'organization', 'phone', 'schedule', 'service']
const made = ['service_area', 'service_at_location', 'service_modification', 'service_reach', 'service_search']

const columns = {
  organization: ['id', 'name', 'standing', 'takes_referrals'],
  location: ['id', 'organization_id', 'name', 'latitude', 'longitude', 'zip_latitude', 'zip_longitude'],
  address: ['location_id', 'address_1', 'city', 'state_province', 'postal_code'],
  service: [
    ...['id', 'organization_id', 'name', 'description', 'status', 'minimum_age', 'maximum_age', 'cost', 'assured_date'],
    ...['intake_status', 'intake_until', 'intake_stated_on', 'income', 'households', 'populations', 'papers'],
  ],
  service_at_location: ['service_id', 'location_id'],
  attribute: ['service_id', 'taxonomy_term_id'],
  language: ['service_id', 'name'],
  phone: ['service_id', 'organization_id', 'number'],
  schedule: ['service_id', 'location_id', 'freq', 'byday', 'opens_at', 'closes_at'],
  service_area: ['service_id', 'name', 'keys'],
}
type Table = keyof typeof columns
type Rows = Record<Table, Awaited<ReturnType<typeof copyRows>>>

function writeOrganization(rows: Rows, { id, name, places, services }: MadeOrganization, at: number, now: number) {
  const day = (daysAhead: number) => new Date(now + daysAhead * DAY).toISOString().slice(0, 10)
  rows.organization.add(id, name, at % 20 === 0 ? 'verified' : 'listed', at % 3 === 0)
  rows.phone.add(null, id, `+1555${String(at).padStart(7, '0')}`)
  for (const { id: placeId, zip, latitude, longitude, street } of places) {
    rows.location.add(placeId, id, `${name}, ${zip.town}`, latitude, longitude, zip.latitude, zip.longitude)
    rows.address.add(placeId, street, zip.town, zip.state, zip.zip)
  }
  for (const service of services) {
    const { intake, ages, schedule, area, phone } = service
    rows.service.add(
      ...[service.id, id, service.name, service.description, service.isActive ? 'active' : 'inactive'],
      ...[ages?.[0] ?? null, ages?.[1] ?? null, service.cost],
      service.assuredDaysAgo === null ? null : day(-service.assuredDaysAgo),
      ...(intake ? [intake.status, day(intake.daysAhead), day(intake.daysAhead - 30)] : [null, null, null]),
      ...[service.income, service.households, service.populations, service.papers],
    )
    for (const place of service.places) rows.service_at_location.add(service.id, place.id)
    for (const term of service.terms) rows.attribute.add(service.id, term.id)
    for (const language of service.languages) rows.language.add(service.id, language)
    if (phone) rows.phone.add(service.id, null, phone)
    if (area) rows.service_area.add(service.id, area.name, `{${area.key}}`)
    if (schedule) {
      const placeId = schedule.isAtPlace ? (service.places[0]?.id ?? null) : null
      rows.schedule.add(service.id, placeId, schedule.freq, schedule.byday, schedule.opensAt, schedule.closesAt)
    }
  }
}

async function copyDirectory(url: string, client: pg.Client, size: DirectorySize) {
  const { rows: terms } = await client.query<Term>(
    "select id, name from taxonomy_term where source_name = 'open-eligibility' and parent_id is not null order by code",
  )
  const { rows: zips } = await client.query<Zip>(
    'select zip, town, state, county_fips as "countyFips", latitude, longitude from place order by zip',
  )
  const tables = Object.keys(columns) as Table[]
  const opened = await Promise.all(tables.map(async (table) => [table, await copyRows(url, table, columns[table])]))
  const rows = Object.fromEntries(opened) as Rows
  let at = 0
  for (const organization of makeDirectory(size, terms, zips)) {
    writeOrganization(rows, organization, at++, Date.now())
    await Promise.all(Object.values(rows).map((table) => table.flush()))
  }
  await Promise.all(Object.values(rows).map((table) => table.end()))
}

/** One who searches, and one who edits every listing. */
async function addAccounts(url: string, client: pg.Client, passwordHash: string) {
  const { rows: found } = await client.query<{ id: string }>('select id from organization order by id limit 1')
  const organizationId = found[0]?.id ?? null
  const contacts = await copyRows(url, 'contact', ['id', 'first_name', 'last_name', 'email'])
  const fields = ['id', 'email', 'password_hash', 'contact_id', 'organization_id', 'accepted_terms_and_conditions']
  const accounts = await copyRows(url, 'account', [...fields, 'email_confirmed_on', 'approved_on'])
  const roles = await copyRows(url, 'account_role', ['account_id', 'role'])
  const now = new Date().toISOString()
  const people = [
    { id: 'b0000000-0000-4000-8000-000000000001', email: STAFF, role: 'organization-staff', at: organizationId },
    { id: 'b0000000-0000-4000-8000-000000000002', email: MANAGER, role: 'data-manager', at: null },
  ]
  for (const { id, email, role, at } of people) {
    contacts.add(id, 'Bench', role, email)
    accounts.add(id, email, passwordHash, id, at, true, now, now)
    roles.add(id, role)
  }
  for (const table of [contacts, accounts, roles]) await table.end()
}

/** Makes what the search reads, with the product's own functions; their triggers count the categories. */
async function makeDerived(url: string, refresh: 'refresh_service_search' | 'refresh_service_reach', ids: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("set synchronous_commit = off; set work_mem = '64MB'")
  for (let at = 0; at < ids.length; at += BATCH)
    await client.query(`select ${refresh}($1::uuid[])`, [ids.slice(at, at + BATCH)])
  await client.end()
}

/**
 * Fills a migrated, empty database with a directory of this size and two accounts.
 * @param passwordHash for both accounts
 */
export async function seedDirectory(
  url: string,
  size: DirectorySize,
  passwordHash: string,
  say: (text: string) => void,
): Promise<void> {
  const { database, close } = openDatabase(url, 2)
  await loadPlaces(database)
  await loadOpenEligibility(database)
  await close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const derived = await dropIndexes(client, made)
    const indexes = await dropIndexes(client, filled)
    await copyDirectory(url, client, size)
    say('Copied the rows')
    await client.query("set maintenance_work_mem = '512MB'")
    await client.query(
      'insert into service_modification select id, changed_on from service on conflict (service_id) do nothing',
    )
    // The functions that make the search rows read by these, and by those of service_at_location and service_area.
    for (const index of [...indexes, ...derived.filter((text) => !/ ON (public\.)?service_(reach|search) /.test(text))])
      await client.query(index)
    await client.query('vacuum (analyze)')
    say('Built the indexes of what was copied')
    const { rows } = await client.query<{ id: string }>('select id from service order by id')
    const ids = rows.map(({ id }) => id)
    await Promise.all([makeDerived(url, 'refresh_service_search', ids), makeDerived(url, 'refresh_service_reach', ids)])
    say('Made the rows of the search')
    for (const index of derived.filter((text) => / ON (public\.)?service_(reach|search) /.test(text)))
      await client.query(index)
    await addAccounts(url, client, passwordHash)
    // The portal counts what changed every five minutes: until then, the map adds up each change.
    await client.query('select fold_map_cells()')
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
    say('Built the indexes of the search')
  } finally {
    await client.end()
  }
}
