import { type RawBuilder, sql } from 'kysely'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import { columnName } from '#platform/server/column-name.ts'
import { type HsdsTable, hsdsColumns } from '../hsds-columns.ts'
import { contactOf, contactsOfService } from './service-contacts.ts'
import { anybody, shownAddresses, shownLocations } from './shown-place.ts'

/** One record in HSDS terms; unknown fields are omitted, as its schemas require. */
export type HsdsRecord = Record<string, unknown>

/** A row of a table as an object with only its published columns. */
const publish = (table: HsdsTable, alias: string) =>
  sql.raw(
    `jsonb_build_object(${hsdsColumns[table].published.map((c) => `'${columnName(c)}', ${alias}.${columnName(c)}`).join(', ')})`,
  )

/** The locations as everybody may read them, as `l`: nothing of a confidential one tells where it is. */
const locations = sql`${shownLocations(anybody)} l`
const organizations = sql`${organizationProfiles.as('o')}`

const rows = (table: HsdsTable, where: string, extra = "'{}'::jsonb", from = sql`${sql.table(columnName(table))}`) =>
  sql`(select coalesce(jsonb_agg(${publish(table, 'r')} || ${sql.raw(extra)} order by r.id), '[]') from ${from} r where ${sql.raw(where)})`

const phones = (where: string) =>
  rows(
    'phone',
    where,
    `jsonb_build_object('extension', case when r.extension ~ '^[0-9]{1,9}$' then r.extension::integer end,
    'languages', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'code', g.code, 'note', g.note)), '[]') from language g where g.phone_id = r.id))`,
  )
// HSDS can neither express "closed on this day" nor "not known": holidays, days without hours and rows that were not
// understood are not published.
const schedules = (where: string) =>
  rows('schedule', `${where} and not r.is_holiday and r.is_understood and r.opens_at is not null`)
const addresses = (where: string) =>
  rows(
    'address',
    where,
    "jsonb_build_object('address_1', coalesce(r.address_1, ''), 'city', coalesce(r.city, ''), 'state_province', coalesce(r.state_province, ''), 'postal_code', coalesce(r.postal_code, ''))",
    shownAddresses(anybody),
  )

// A guess of where a service helps is not published as its own statement.
const areas = (where: string) => rows('serviceArea', `${where} and r.stated_by <> 'guess'`)

/** An address that the standard takes for one; a directory may have brought another. */
const emailOf = (alias: string) =>
  sql.raw(
    `'email', case when ${alias}.email ~* '^[a-z0-9!#$%&''*+/=?^_\`{|}~-]+(\\.[a-z0-9!#$%&''*+/=?^_\`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$' then ${alias}.email end`,
  )

const contacts = (where: string) =>
  sql`(select coalesce(jsonb_agg(${publish('directoryContact', 'c')} || jsonb_build_object(${emailOf('c')}, 'phones', ${phones('r.contact_id = c.id')}) order by c.id), '[]')
    from directory_contact c where ${sql.raw(where)})`

/** Who works at a confidential place is nobody else's business. */
const ofKnown = (alias: string, people: RawBuilder<unknown>) =>
  sql`case when ${sql.ref(`${alias}.isKnown`)} then ${people} else '[]' end`

/** The zone of a confidential place could tell where it is. */
const timeZoneOf = (alias: string) =>
  sql`'time_zone', case when ${sql.ref(`${alias}.isKnown`)} then location_zone(${sql.ref(`${alias}.id`)}) end`

const locationOf = (alias: string) => sql`${publish('location', alias)} || jsonb_build_object(${timeZoneOf(alias)},
  'latitude', coalesce(${sql.ref(`${alias}.latitude`)}, ${sql.ref(`${alias}.zipLatitude`)}), 'longitude', coalesce(${sql.ref(`${alias}.longitude`)}, ${sql.ref(`${alias}.zipLongitude`)}),
  'addresses', ${addresses(`r.location_id = ${alias}.id`)}, 'phones', ${phones(`r.location_id = ${alias}.id and r.service_id is null`)},
  'schedules', ${schedules(`r.location_id = ${alias}.id and r.service_id is null and r.service_at_location_id is null`)},
  'languages', ${rows('language', `r.location_id = ${alias}.id`)}, 'accessibility', ${rows('accessibility', `r.location_id = ${alias}.id`)},
  'contacts', ${ofKnown(alias, contacts(contactOf('locationId', `${alias}.id`)))})`

const lastModified = sql`(select m.modified_on from service_modification m where m.service_id = s.id)`

/** A service in the shortest form, for copies that look for changes. Requires `s`. */
export const minimalService = sql`jsonb_build_object('id', s.id, 'last_modified', ${lastModified})`

/** Requires `o`. */
export const organizationOf = sql`jsonb_build_object('id', o.id, 'name', o.name, 'alternate_name', o.alternate_name, 'description', coalesce(o.description, ''), ${emailOf('o')},
  'website', nullif(o.website, ''), 'year_incorporated', o.year_incorporated, 'legal_status', o.legal_status, 'parent_organization_id', o.parent_organization_id)`

/** Requires `t` and its taxonomy `x`. */
export const termOf = sql`${publish('taxonomyTerm', 't')} || jsonb_build_object('description', coalesce(t.description, t.name), 'taxonomy', x.name)`

// A guess is not passed on as if the source had said it.
const attributesOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'link_id', b.service_id, 'link_entity', 'service', 'taxonomy_term_id', b.taxonomy_term_id,
  'value', b.value, 'label', b.label, 'taxonomy_term', ${termOf}) order by b.id), '[]')
  from attribute b join taxonomy_term t on t.id = b.taxonomy_term_id left join taxonomy x on x.id = t.taxonomy_id where b.service_id = s.id and b.stated_by <> 'guess')`

/** The words about a service at a confidential place may tell where that is. Requires `at` and `l`. */
const pairing = sql`${publish('serviceAtLocation', 'at')} || case when l.is_known then '{}'::jsonb else '{"description": null}'::jsonb end`

/** A service at a location with the parts of both together. Requires `at` and `l`. */
const atLocation = sql`${pairing} || jsonb_build_object('location', ${locationOf('l')},
  'phones', ${phones('r.service_at_location_id = at.id')}, 'schedules', ${schedules('r.service_at_location_id = at.id')},
  'service_areas', ${areas('r.service_at_location_id = at.id')}, 'contacts', ${ofKnown('l', contacts(contactsOfService('l.id', 'at.id')))})`

// The portal's own properties of a service: src/directory/hsds/hsds-profile.ts declares them.
const ownProperties = sql`jsonb_build_object('cost', s.cost,
  'eligibility_rules', case when num_nonnulls(s.income, s.households, s.populations, s.papers) > 0
    then jsonb_build_object('income', s.income, 'households', s.households, 'populations', s.populations, 'papers', s.papers) end,
  'intake', case when s.intake_status is not null then jsonb_build_object('status', s.intake_status, 'per_week', s.intake_per_week,
    'wait_weeks', s.intake_wait_weeks, 'until', s.intake_until, 'stated_on', s.intake_stated_on) end)`

// HSDS requires one of its statuses: that of a service whose status is not known is said in words.
const simpleService = sql`${publish('service', 's')} || ${ownProperties} || jsonb_build_object('status', coalesce(s.status, 'active'), ${emailOf('s')},
  'program_id', (select p.id from program p where p.id = s.program_id and p.removed_on is null),
  'fees_description', coalesce(nullif(s.fees_description, ''), case s.cost when 'free' then 'Free' when 'sliding' then 'Sliding scale' end),
  'alert', nullif(concat_ws(' ', s.alert, case when s.status is null then 'Status not confirmed: ' || s.status_said end), ''))`

/** A service as lists show it. Its last change is that of the record with all its parts. Requires `s` and `o`. */
export const listedService = sql`${simpleService} || jsonb_build_object('last_modified', ${lastModified}, 'organization', ${organizationOf},
  'program', (select ${publish('program', 'p')} || jsonb_build_object('description', coalesce(p.description, p.name)) from program p where p.id = s.program_id and p.removed_on is null))`

/** A service with all its parts. Requires `s` and `o`. */
export const fullService = sql`${listedService} || jsonb_build_object(
  'phones', ${phones('r.service_id = s.id')}, 'schedules', ${schedules('r.service_id = s.id')}, 'languages', ${rows('language', 'r.service_id = s.id')},
  'service_areas', ${areas('r.service_id = s.id')}, 'cost_options', ${rows('costOption', 'r.service_id = s.id')},
  'required_documents', ${rows('requiredDocument', 'r.service_id = s.id')}, 'contacts', ${contacts(contactOf('serviceId', 's.id'))},
  'attributes', ${attributesOf},
  'service_at_locations', (select coalesce(jsonb_agg(${atLocation} order by at.id), '[]')
    from service_at_location at join ${locations} on l.id = at.location_id where at.service_id = s.id))`

/** Lists of services at locations. Requires `at`, `l`, `s` and `o`. */
export const listedAtLocation = sql`${pairing} || jsonb_build_object('location', ${publish('location', 'l')} || jsonb_build_object(${timeZoneOf('l')}), 'service', ${listedService})`
export const fullAtLocation = sql`${atLocation} || jsonb_build_object('service', ${fullService})`

const organizationParts = sql`${organizationOf} || jsonb_build_object(
  'phones', ${phones('r.organization_id = o.id and r.service_id is null and r.location_id is null')},
  'contacts', ${contacts(contactOf('organizationId', 'o.id'))},
  'programs', (select coalesce(jsonb_agg(${publish('program', 'p')} || jsonb_build_object('description', coalesce(p.description, p.name)) order by p.id), '[]') from program p where p.organization_id = o.id and p.removed_on is null),
  'locations', (select coalesce(jsonb_agg(${locationOf('l')} order by l.id), '[]') from ${locations} where l.organization_id = o.id))`

const withServices = (service: RawBuilder<unknown>) =>
  sql`jsonb_build_object('services', (select coalesce(jsonb_agg(${service} order by s.id), '[]')
    from service s join service_search listed on listed.service_id = s.id where s.organization_id = o.id))`

/** An organization with its locations and the names of its services, or its services with all their parts. */
export const fullOrganization = sql`${organizationParts} || ${withServices(sql`jsonb_build_object('id', s.id, 'name', s.name, 'status', coalesce(s.status, 'active'))`)}`
export const organizationWithFullServices = sql`${organizationParts} || ${withServices(fullService)}`

export const taxonomyOf = sql`${publish('taxonomy', 'x')} || jsonb_build_object('description', coalesce(x.description, x.name))`

/** What the lists consist of: the identifiers alone, which are counted and skipped, and what a record needs besides. */
export const hsdsSources = {
  services: {
    ids: sql`service_search listed`,
    records: sql`service s join ${organizations} on o.id = s.organization_id`,
  },
  organizations: { ids: organizations, records: organizations },
  service_at_locations: {
    ids: sql`service_at_location at join service_search listed on listed.service_id = at.service_id`,
    records: sql`service_at_location at join ${locations} on l.id = at.location_id join service s on s.id = at.service_id join ${organizations} on o.id = s.organization_id`,
  },
  taxonomies: { ids: sql`taxonomy x`, records: sql`taxonomy x` },
  taxonomy_terms: {
    ids: sql`taxonomy_term t`,
    records: sql`taxonomy_term t left join taxonomy x on x.id = t.taxonomy_id`,
  },
}
export type HsdsList = keyof typeof hsdsSources
