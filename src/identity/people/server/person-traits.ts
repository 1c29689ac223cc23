import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** What is known of a person whose record is looked for. */
export interface Probe {
  firstName: string
  lastName: string
  /** other first names of the same person, such as nicknames */
  otherFirstNames: readonly string[]
  birthDate: string | null
  email: string | null
  address1: string | null
  postalCode: string | null
  /** E.164 */
  phones: readonly string[]
}

/** A person as two records are compared: texts in plain lower-case letters. */
export interface TraitsRow {
  id: string
  firstName: string
  lastName: string
  firstSounds: string[]
  lastSounds: string[]
  birthDate: string | null
  email: string | null
  address: string | null
  postalCode: string | null
  phones: string[]
}

const probesOf = (probes: readonly Probe[]) => sql`
  jsonb_to_recordset(${JSON.stringify(probes.map((probe, ref) => ({ ...probe, ref })))}::jsonb) as probe (
    ref integer, "firstName" text, "lastName" text, "otherFirstNames" text[], "birthDate" date, email text,
    address1 text, "postalCode" text, phones text[])`

/** No more candidates for one probe; a name that more people have says nothing without anything else. */
const MOST_CANDIDATES = 1000

/** The least likeness (pg_trgm) of the names of two people with one birth date. */
export const ALIKE = 0.35

/**
 * People of an organization who have something in common with these: two words of the name by their sound, a word and
 * the birth date or the address, the birth date and a similar name, a telephone number, or an e-mail address.
 * @returns the index of the probe, and the ID of a person
 */
export async function listAlike(database: Database, organizationId: string, probes: readonly Probe[]) {
  const owner = sql`organization_id = ${organizationId}::uuid`
  // The keys name the organization; an index on it would only add all of its people.
  const filtered = sql`organization_id is not null and organization_id is not distinct from ${organizationId}::uuid`
  const { rows } = await sql<{ ref: number; id: string }>`
    select probe.ref, found.id from ${probesOf(probes)} cross join lateral (
      (select id from contact
        where ${filtered} and person_keys(organization_id, first_name, last_name, birth_date, postal_code, address_1)
          && (person_keys(${organizationId}::uuid, probe."firstName", probe."lastName", probe."birthDate", probe."postalCode", probe.address1)
            || array(select key from unnest(probe."otherFirstNames") name,
              unnest(person_keys(${organizationId}::uuid, name, probe."lastName", null, null, null)) key))
        limit ${MOST_CANDIDATES})
      union
      select id from contact where ${owner} and birth_date = probe."birthDate"
        and similarity(plain_text(first_name || ' ' || last_name), plain_text(probe."firstName" || ' ' || probe."lastName")) >= ${ALIKE}
      union
      select contact.id from contact_phone join contact on contact.id = contact_phone.contact_id
        where phone_number = any(probe.phones) and ${owner}
      union
      select id from contact where lower(email) = lower(probe.email) and ${owner}
    ) found`.execute(database)
  return rows
}

/** The people whom organizations serve, by ID. @param after the last one before them */
export const listServedIds = async (database: Database, after: string | null, limit: number) =>
  (
    await sql<{ id: string; organizationId: string }>`
      select id, organization_id from contact
      where organization_id is not null and ${after ? sql`id > ${after}::uuid` : sql`true`}
      order by id limit ${limit}`.execute(database)
  ).rows

const compared = (names: { first: RawBuilder<unknown>; last: RawBuilder<unknown> }) => sql`
  plain_text(${names.first}) as first_name, plain_text(${names.last}) as last_name,
  name_sounds(${names.first}) as first_sounds, name_sounds(${names.last}) as last_sounds`

/** People as they are compared. */
export const listTraits = async (database: Database, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : (
        await sql<TraitsRow>`
          select id, ${compared({ first: sql`first_name`, last: sql`last_name` })}, birth_date, lower(email) as email,
            plain_text(address_1) as address, postal_code,
            array(select phone_number from contact_phone where contact_id = contact.id) as phones
          from contact where id = any(${ids}::uuid[])`.execute(database)
      ).rows

/** A person who is not on record yet, as they are compared. */
export const readTraits = async (database: Database, probe: Probe) =>
  (
    await sql<TraitsRow>`
      select '' as id, ${compared({ first: sql`"firstName"`, last: sql`"lastName"` })}, "birthDate"::text as birth_date,
        lower(email) as email, plain_text(address1) as address, "postalCode" as postal_code, phones
      from ${probesOf([probe])}`.execute(database)
  ).rows[0] as TraitsRow

/** Of so many people, their number is not counted again for a while: it decides how rare a name is, roughly. */
const MANY = 5_000
const COUNTED_FOR_MS = 10 * 60_000
const counted = new Map<string, { count: number; until: number }>()

/** How many people an organization has on record. */
async function countPeople(database: Database, organizationId: string) {
  const known = counted.get(organizationId)
  if (known && known.until > Date.now()) return known.count
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contact where organization_id = ${organizationId}::uuid`.execute(database)
  const count = rows[0]?.count ?? 0
  if (count >= MANY) counted.set(organizationId, { count, until: Date.now() + COUNTED_FOR_MS })
  return count
}

/** How common names, telephone numbers and addresses of these people are in their organization. */
export async function countShared(database: Database, organizationId: string, people: readonly TraitsRow[]) {
  const owner = sql`organization_id = ${organizationId}::uuid`
  const names = [...new Set(people.map(({ lastName }) => lastName))]
  const phones = [...new Set(people.flatMap((person) => person.phones))]
  const emails = [...new Set(people.flatMap(({ email }) => email ?? []))]
  const { rows } = await sql<{ kind: 'name' | 'shared'; value: string; count: number }>`
    select 'name' as kind, plain_text(last_name) as value, count(*)::integer as count from contact
      where ${owner} and plain_text(last_name) = any(${names}::text[]) group by 2
    union all
    select 'shared', phone_number, count(distinct contact_id)::integer
      from contact_phone join contact on contact.id = contact_phone.contact_id
      where phone_number = any(${phones}::text[]) and ${owner} group by 2
    union all
    select 'shared', lower(email), count(*)::integer from contact
      where lower(email) = any(${emails}::text[]) and ${owner} group by 2`.execute(database)
  const counts = new Map(rows.map(({ kind, value, count }) => [`${kind} ${value}`, count]))
  const all = Math.max(await countPeople(database, organizationId), 1)
  return {
    sharedBy: (value: string) => counts.get(`shared ${value}`) ?? 0,
    lastNameShare: (name: string) => (counts.get(`name ${name}`) ?? 0) / all,
  }
}
