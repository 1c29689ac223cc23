import { sql } from 'kysely'
import { findServicesByWords, findZipPoint } from '#directory/services/server/directory-public.ts'
import { organizationHasAccount } from '#identity/accounts/server/accounts-public.ts'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import { plainWords } from '#platform/schema/plain-words.ts'
import type { Database } from '#platform/server/database.ts'
import { type DestinationSearch, type FoundDestination, reachOf } from '../destination.ts'

const SERVICES = 20
const ORGANIZATIONS = 10
/** Enough to choose from; for other destinations, the reader types more. */
const SHOWN = 10

interface Organization {
  id: string
  name: string
  standing: string
  takesReferrals: boolean
  hasAccount: boolean
}
const organizationColumns = sql`id, name, standing, takes_referrals,
  ${organizationHasAccount(sql`organization.id`)} as has_account`

const findOrganizations = async (database: Database, ids: string[]) =>
  (
    await sql<Organization>`select ${organizationColumns} from ${organizationProfiles.as('organization')} where id = any(${ids}::uuid[])`.execute(
      database,
    )
  ).rows

/** Organizations whose name contains a word with this prefix. */
const findOrganizationsByName = async (database: Database, text: string) =>
  (
    await sql<Organization>`select ${organizationColumns} from ${organizationProfiles.as('organization')}
      where plain_text(name) like '%' || plain_text(${text.replace(/[\\%_]/g, '\\$&')}) || '%' and standing in ('listed', 'verified') and not is_stand_in
      order by (' ' || plain_text(name) like '% ' || plain_text(${text.replace(/[\\%_]/g, '\\$&')}) || '%') desc, plain_text(name), id
      limit ${ORGANIZATIONS}`.execute(database)
  ).rows

/** The distance of a name from the typed text: 0 if it contains every word exactly, more for each missing word. */
function distanceOfName(typed: readonly string[], name: string) {
  const words = plainWords(name)
  return typed.reduce(
    (sum, word) => sum + (words.includes(word) ? 0 : words.some((each) => each.startsWith(word)) ? 1 : 3),
    0,
  )
}

const reachOrder: FoundDestination['reach'][] = ['here', 'invited', 'none']
const far = Number.POSITIVE_INFINITY

/**
 * Names that contain the typed words first, then those who answer in the portal, then the nearest; otherwise in the
 * directory's search order.
 */
function inOrder(found: FoundDestination[], text: string) {
  const typed = plainWords(text)
  const ranked = found.map((each) => ({
    each,
    name: distanceOfName(typed, `${each.service?.name ?? ''} ${each.organization.name}`),
    reach: reachOrder.indexOf(each.reach),
    miles: each.distance ?? far,
  }))
  return ranked
    .sort((a, b) => a.name - b.name || a.reach - b.reach || (a.miles === b.miles ? 0 : a.miles - b.miles))
    .map(({ each }) => each)
}

/** Services and organizations that could receive a referral, by words. */
export async function findDestinations(database: Database, timeZone: string, search: DestinationSearch) {
  const { text, near, exceptIds } = search
  const point = near ? await findZipPoint(database, near) : null
  const services = await findServicesByWords(database, { text, point, limit: SERVICES, timeZone })
  const byName = await findOrganizationsByName(database, text)
  const known = new Map(
    [
      ...(await findOrganizations(
        database,
        services.map(({ organizationId }) => organizationId),
      )),
      ...byName,
    ].map((organization) => [organization.id, organization]),
  )
  const found = [
    ...services.flatMap((service): FoundDestination[] => {
      const organization = known.get(service.organizationId)
      if (!organization) return []
      const { id, name } = organization
      const { distance, place } = service
      return [
        {
          service: { id: service.id, name: service.name },
          organization: { id, name },
          city: place?.city ?? null,
          distance,
          reach: reachOf(organization),
        },
      ]
    }),
    ...byName.map((organization): FoundDestination => {
      const { id, name } = organization
      return { service: null, organization: { id, name }, city: null, distance: null, reach: reachOf(organization) }
    }),
  ].filter(({ organization }) => !exceptIds.includes(organization.id))
  return inOrder(found, text).slice(0, SHOWN)
}
