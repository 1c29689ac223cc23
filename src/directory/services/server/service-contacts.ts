import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ContactLine, ServicePhone } from '../service-document.ts'

/** Whose people to ask for are meant; an imported one may name several, and belongs to the nearest. */
export type ContactOwner =
  | { organizationId: string }
  | { locationId: string }
  | { serviceId: string }
  | { serviceAtLocationId: string }

/** Whether a row `c` of a contact names a confidential place; also one that was merged into such a place. */
const namesConfidential = `exists (select from location named left join location standing on standing.id = named.merged_into
  where named.id = c.location_id and (named.is_confidential or coalesce(standing.is_confidential, false)))`

/** As SQL, of the row `c` of a contact: whether everybody may read of it, wherever it works. */
export const worksInTheOpen = `(not ${namesConfidential} and not exists (
  select from service_at_location at join location place on place.id = at.location_id
  where at.id = c.service_at_location_id and place.is_confidential))`

/**
 * The nearest of what a contact names. Who works for a service at a confidential place belongs to none of them: whoever
 * may know the place reads of them there ({@link contactsAtPlace}). Of two places that were merged, a service may have
 * been given at both.
 */
const isOwnedBy = {
  serviceAtLocationId: `c.service_at_location_id = any (array(select twin.id from service_at_location one
    join service_at_location twin using (service_id, location_id) where one.id = $)) and ${worksInTheOpen}`,
  serviceId: `c.service_id = $ and c.service_at_location_id is null and not ${namesConfidential}`,
  locationId: 'c.location_id = $ and c.service_id is null and c.service_at_location_id is null',
  organizationId:
    'c.organization_id = $ and c.service_id is null and c.location_id is null and c.service_at_location_id is null',
}
type OwnerColumn = keyof typeof isOwnedBy

/** As SQL, of the row `c` of a contact: whether it belongs to this owner itself. @param id in SQL */
export const contactOf = (owner: OwnerColumn, id: string) => isOwnedBy[owner].replace('$', () => id)

/**
 * As SQL, of the row `c` of a contact: whether it belongs to a place, or to a service at this place. Only for those who
 * may know the place.
 * @param place its id in SQL
 * @param service the service's id in SQL
 * @param at which `service_at_location_id` are meant, in SQL
 */
export const contactsAtPlace = (place: string, service: string, at: string) =>
  `(${contactOf('locationId', place)} or ${contactsOfService(place, at)}
    or c.location_id = ${place} and c.service_id = ${service} and c.service_at_location_id is null and ${namesConfidential})`

/** The same of a service at a place alone. A contact that names another place, which is confidential, is not shown here. */
export const contactsOfService = (place: string, at: string) =>
  `(c.service_at_location_id = ${at} and (c.location_id is null or c.location_id = ${place} or not ${namesConfidential}))`

const numbersWhere = (where: string) => `(select coalesce(jsonb_agg(
    jsonb_build_object('number', number, 'extension', extension, 'type', type, 'description', description)
    order by type = 'fax', number, id), '[]') from phone where ${where})`

/** An imported number may name several, and belongs to the nearest. */
const numberOf = {
  serviceId: 'service_id = $',
  locationId: 'location_id = $ and service_id is null',
  organizationId: 'organization_id = $ and service_id is null and location_id is null',
} satisfies Partial<Record<OwnerColumn, string>>

/** The telephone numbers of this owner itself, as JSON, telephones before faxes. @param id in SQL */
export const phoneLines = (owner: keyof typeof numberOf, id: string) =>
  sql.raw(numbersWhere(numberOf[owner].replace('$', () => id)))

const contactParts = `'name', c.name, 'title', c.title, 'department', c.department, 'email', c.email,
  'phones', ${numbersWhere('contact_id = c.id')}`

/** People to ask for, as JSON in one order. @param where which of `c` */
export const contactLines = (where: string) =>
  sql.raw(
    `(select coalesce(jsonb_agg(jsonb_build_object(${contactParts}) order by c.name, c.title, c.id), '[]') from directory_contact c where ${where})`,
  )

interface ContactRow extends ContactLine {
  id: string
}

async function listRows(database: Database, owner: ContactOwner): Promise<ContactRow[]> {
  const [[column, id]] = Object.entries(owner) as [[OwnerColumn, string]]
  const [before = '', after = ''] = isOwnedBy[column].split('$')
  const { rows } = await sql<{ row: ContactRow }>`
    select jsonb_build_object('id', c.id, ${sql.raw(contactParts)}) as row from directory_contact c
    where ${sql.raw(before)}${id}::uuid${sql.raw(after)} order by c.name, c.title, c.id`.execute(database)
  return rows.map(({ row }) => row)
}

/**
 * The people to ask for of these services at each of their places, by service and place. Of a confidential place, there
 * are none to edit.
 */
export async function listContactsAt(database: Database, serviceIds: string[]) {
  const { rows } = await sql<{ serviceId: string; locationId: string; contacts: ContactLine[] }>`
    select distinct on (at.service_id, at.location_id) at.service_id, at.location_id,
      ${contactLines(contactOf('serviceAtLocationId', 'at.id'))} as contacts
    from service_at_location at join location l on l.id = at.location_id and not l.is_confidential
    where at.service_id = any (${serviceIds}::uuid[]) order by at.service_id, at.location_id, at.id`.execute(database)
  const byService = Map.groupBy(rows, ({ serviceId }) => serviceId)
  return (serviceId: string): Record<string, ContactLine[]> =>
    Object.fromEntries((byService.get(serviceId) ?? []).map(({ locationId, contacts }) => [locationId, contacts]))
}

/** The people to ask for of these places themselves, by place; of those that no organization has, nobody edits them. */
export async function listContactsOfPlaces(database: Database, ids: string[]): Promise<Map<string, ContactLine[]>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: string; contacts: ContactLine[] }>`
    select l.id, ${contactLines(contactOf('locationId', 'l.id'))} as contacts from location l
    where l.id = any (${ids}::uuid[]) and l.organization_id is not null and not l.is_confidential`.execute(database)
  return new Map(rows.map(({ id, contacts }) => [id, contacts]))
}

/** The people to ask for of an organization, a place or a service itself. */
export const listContacts = async (database: Database, owner: ContactOwner): Promise<ContactLine[]> =>
  (await listRows(database, owner)).map(({ id: _, ...contact }) => contact)

const textOf = ({ name, title, department, email }: ContactLine) => JSON.stringify([name, title, department, email])
const phoneOf = ({ number, extension, type, description }: ServicePhone) =>
  JSON.stringify([number, extension, type, description])
const wholeOf = (contact: ContactLine) => `${textOf(contact)} ${contact.phones.map(phoneOf).sort().join()}`

/** Takes from `rows` the first one that is like a wanted contact in this respect. */
function takeAlike(rows: ContactRow[], contact: ContactLine, likeness: (one: ContactLine) => string | null) {
  const wanted = likeness(contact)
  const at = wanted === null ? -1 : rows.findIndex((row) => likeness(row) === wanted)
  return at < 0 ? undefined : rows.splice(at, 1)[0]
}

/**
 * Makes these the people to ask for, in a few statements however many there are. One that stays, or of whom only something
 * else is said, keeps its identifier.
 */
export async function replaceContacts(database: Database, owner: ContactOwner, contacts: ContactLine[]) {
  const rows = await listRows(database, owner)
  const kept: { row: ContactRow; contact: ContactLine }[] = []
  let left = contacts
  for (const likeness of [wholeOf, textOf, ({ name }: ContactLine) => name, ({ email }: ContactLine) => email]) {
    const unmatched: ContactLine[] = []
    for (const contact of left) {
      const row = takeAlike(rows, contact, likeness)
      if (row) kept.push({ row, contact })
      else unmatched.push(contact)
    }
    left = unmatched
  }
  await updateContacts(database, kept)
  await deleteContacts(
    database,
    rows.map(({ id }) => id),
  )
  await insertContacts(database, owner, left)
}

async function updateContacts(database: Database, kept: { row: ContactRow; contact: ContactLine }[]) {
  const texts = kept.filter(({ row, contact }) => textOf(row) !== textOf(contact))
  if (texts.length)
    await sql`
      update directory_contact c set name = r.name, title = r.title, department = r.department, email = r.email
      from jsonb_to_recordset(${JSON.stringify(texts.map(({ row, contact }) => ({ ...contact, id: row.id })))}::jsonb)
        as r(id uuid, name text, title text, department text, email text) where c.id = r.id`.execute(database)
  const numbers = kept.filter(({ row, contact }) => wholeOf(row) !== wholeOf({ ...row, phones: contact.phones }))
  if (numbers.length)
    await replaceNumbers(database, new Map(numbers.map(({ row, contact }) => [row.id, contact.phones])))
}

/** Numbers that stay the same keep their identifiers. @param wanted by the id of the contact */
async function replaceNumbers(database: Database, wanted: Map<string, ServicePhone[]>) {
  const present = await database
    .selectFrom('phone')
    .select(['id', 'contactId', 'number', 'extension', 'type', 'description'])
    .where('contactId', '=', sql<string>`any(${[...wanted.keys()]}::uuid[])`)
    .execute()
  const added = new Map([...wanted].map(([contactId, phones]) => [contactId, [...phones]]))
  const gone = present.filter((row) => {
    const phones = added.get(String(row.contactId)) ?? []
    const at = phones.findIndex((phone) => phoneOf(phone) === phoneOf(row))
    if (at >= 0) phones.splice(at, 1)
    return at < 0
  })
  await letGo(
    database,
    gone.map(({ id }) => id as string),
  )
  await addPhones(database, added)
}

/** A number that is also one of a service, a place or an organization stays there. */
async function letGo(database: Database, ids: string[]) {
  if (!ids.length) return
  await sql`update phone set contact_id = null where id = any (${ids}::uuid[])
    and num_nonnulls(service_id, location_id, service_at_location_id, organization_id) > 0`.execute(database)
  await sql`delete from phone where id = any (${ids}::uuid[]) and contact_id is not null`.execute(database)
}

async function deleteContacts(database: Database, ids: string[]) {
  if (!ids.length) return
  const isOfThem = sql<boolean>`contact_id = any (${ids}::uuid[])`
  const phones = await database.selectFrom('phone').select('id').where(isOfThem).execute()
  await letGo(
    database,
    phones.map(({ id }) => id as string),
  )
  await sql`delete from directory_contact where id = any (${ids}::uuid[])`.execute(database)
}

async function insertContacts(database: Database, owner: ContactOwner, contacts: ContactLine[]) {
  if (!contacts.length) return
  const [[column, ownerId]] = Object.entries(owner) as [[OwnerColumn, string]]
  const rows = contacts.map((contact) => ({ ...contact, id: randomUUID() }))
  await sql`
    insert into directory_contact (id, ${sql.ref(column)}, name, title, department, email)
    select id, ${ownerId}::uuid, name, title, department, email
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, title text, department text, email text)`.execute(
    database,
  )
  await addPhones(database, new Map(rows.map(({ id, phones }) => [id, phones])))
}

/** @param added by the id of the contact */
async function addPhones(database: Database, added: Map<string, ServicePhone[]>) {
  const rows = [...added].flatMap(([contact_id, phones]) => phones.map((phone) => ({ ...phone, contact_id })))
  if (!rows.length) return
  await sql`
    insert into phone (contact_id, number, extension, type, description)
    select contact_id, number, extension, type, description from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(contact_id uuid, number text, extension text, type text, description text)`.execute(database)
}
