import { sql } from 'kysely'
import { doesCasework } from '#casework/clients/contact-policy.ts'
import type { Need } from '#directory/needs/need.ts'
import { countyKey } from '#directory/places/area.ts'
import { nameKnownAreas } from '#directory/places/server/places-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ageBands } from '../referral-fact.ts'
import {
  MOST_OPTIONS,
  MOST_ROWS,
  type Report,
  type ReportOptionQuery,
  type ReportOptions,
  type ReportQuery,
} from '../report.ts'
import { factsOf } from './counted.ts'
import { findNetworkMedian } from './network-median.ts'
import { periodBefore, periodOf } from './period.ts'
import { countReferrals } from './report-queries.ts'

export interface ReportServices {
  database: Database
  config: Pick<Config, 'timeZone'>
}

type Reader = Pick<Actor, 'organizationId' | 'contactId' | 'roles'>

/** @throws problem forbidden for everybody who does not work with referrals at an organization */
export function ownOrganization(actor: Reader) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor.organizationId
}

async function namesOf(database: Database, ids: string[]) {
  const rows = await database
    .selectFrom(organizationNames.as('organization'))
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Grouped = Awaited<ReturnType<typeof countReferrals>>['groups'] extends (...of: never[]) => infer Rows
  ? Rows
  : never
const named = (rows: Grouped, nameOf: (key: string) => string) =>
  rows.map(({ key, counts, others }) => ({
    ...counts,
    item: key === null ? null : { id: key, name: nameOf(key) },
    others,
  }))

/** What became of the referrals that the actor's organization received or sent. */
export async function reportOfOrganization(
  { database, config }: ReportServices,
  actor: Reader,
  query: ReportQuery,
): Promise<Report> {
  const organizationId = ownOrganization(actor)
  const period = periodOf(query, config.timeZone)
  const before = periodBefore(period, query.compare)
  const asOf = new Date().toISOString()
  const { groups, ...numbers } = await countReferrals(database, { organizationId, query, period, before })
  const { need, withOrganizationId, county, zip, language, ageBand } = query
  const isNarrowed = [need, withOrganizationId, county, zip, language, ageBand].some((one) => one !== undefined)
  const networkMedian = isNarrowed ? null : await findNetworkMedian(database, query.side, period)
  const [organizations, counties] = [groups('otherId', MOST_ROWS), groups('county', MOST_ROWS)]
  const keys = (rows: Grouped) => rows.flatMap(({ key }) => key ?? [])
  const names = await namesOf(database, [
    ...[organizationId, ...keys(organizations)],
    ...(query.withOrganizationId ? [query.withOrganizationId] : []),
  ])
  const fips = [...keys(counties), ...(query.county ? [query.county] : [])]
  const areas = await nameKnownAreas(database, fips.map(countyKey))
  const countyName = (key: string) => areas.get(countyKey(key)) ?? key
  return {
    ...period,
    ...{ before, asOf, side: query.side, networkMedian, ...numbers },
    organization: { id: organizationId, name: names.get(organizationId) ?? '' },
    chosen: {
      organization: (query.withOrganizationId && names.get(query.withOrganizationId)) ?? null,
      county: query.county ? countyName(query.county) : null,
    },
    byMonth: groups('month')
      .map(({ key, counts }) => ({ ...counts, month: key ?? '' }))
      .sort((a, b) => a.month.localeCompare(b.month)),
    byNeed: groups('need').map(({ key, counts }) => ({ ...counts, need: key as Need })),
    byOrganization: named(organizations, (id) => names.get(id) ?? id),
    byCounty: named(counties, countyName),
    byZip: named(groups('zip', MOST_ROWS), (zip) => zip),
    byLanguage: groups('language').map(({ key, counts }) => ({ ...counts, language: key })),
    byAge: groups('ageBand').map(({ key, counts }) => ({
      ...counts,
      ageBand: key as (typeof ageBands)[number] | null,
    })),
  }
}

/**
 * All organizations and counties that a report of the period counts, by name, also those that share a row with others
 * there; of more than `MOST_OPTIONS`, those with the most referrals.
 */
export async function listFilterOptions(
  { database, config }: ReportServices,
  actor: Actor,
  query: ReportOptionQuery,
): Promise<ReportOptions> {
  const organizationId = ownOrganization(actor)
  const { startDate, endDate } = periodOf(query, config.timeZone)
  const keysOf = async (column: 'other_id' | 'county') => {
    const key = sql.ref(column)
    const { rows } = await sql<{ key: string }>`
      select ${key} as key from ${factsOf(organizationId, query.side)} facts
      where sent_day between ${startDate}::date and ${endDate}::date and ${key} is not null
      group by ${key} order by count(*) desc, ${key} limit ${MOST_OPTIONS}`.execute(database)
    return rows.map((row) => row.key)
  }
  const [organizations, counties] = [await keysOf('other_id'), await keysOf('county')]
  const [names, areas] = [
    await namesOf(database, organizations),
    await nameKnownAreas(database, counties.map(countyKey)),
  ]
  const named = (keys: string[], nameOf: (key: string) => string | undefined) =>
    keys
      .map((id) => ({ id, name: nameOf(id) ?? id }))
      .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
  return {
    organizations: named(organizations, (id) => names.get(id)),
    counties: named(counties, (fips) => areas.get(countyKey(fips))),
  }
}
