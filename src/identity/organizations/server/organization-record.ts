import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { Organization } from '../organization.ts'
import { ProfileText } from '../organization-profile.ts'

/** @returns the organization with its standing */
export const insertOrganization = (
  database: Database,
  organization: Pick<Organization, 'name' | 'standing'> &
    Partial<Pick<Organization, 'description' | 'website' | 'takesReferrals'>>,
) =>
  database
    .insertInto('organization')
    .values(organization)
    .returning(['id', 'name', 'standing'])
    .executeTakeFirstOrThrow()

/** Whose listings these are, and whether it was approved; with `lock`, nobody else changes it in this transaction. */
export const findOrganizationOwner = (database: Database, id: string, { lock = false } = {}) =>
  database
    .selectFrom('organization')
    .select(['id', 'name', 'standing'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** The organization into which this one was merged; undefined if it was not merged. */
export const findMergedOrganization = async (database: Database, id: string): Promise<string | undefined> =>
  (await database.selectFrom('organization').select('mergedInto').where('id', '=', id).executeTakeFirst())
    ?.mergedInto ?? undefined

/** The name of an organization that is known to exist. */
export const getOrganizationName = async (database: Database, id: string) =>
  (
    await database
      .selectFrom('organization')
      .select('name')
      .where('id', '=', id)
      .modifyEnd(prepared)
      .executeTakeFirstOrThrow()
  ).name

/** The organization with exactly this name, the oldest of several. */
export const findOrganizationByName = (database: Database, name: string) =>
  database.selectFrom('organization').select('id').where('name', '=', name).orderBy('createdOn').executeTakeFirst()

/**
 * Until the end of the transaction, nobody else who locks it or writes it goes on; a row may refer to it nevertheless.
 * @returns nothing if it does not exist
 */
export const lockOrganization = (database: Database, id: string) =>
  database.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** What an organization says about itself; with `lock`, nobody else changes it in this transaction. */
export const findProfile = (database: Database, id: string, timeZone: string, { lock = false } = {}) =>
  database
    .selectFrom('organization')
    .select(['id', 'name', 'standing', 'version', ...columnsOf(ProfileText)])
    .select(sql<string | null>`(last_verified_on at time zone ${timeZone})::date`.as('assuredDate'))
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

const changed = { changedOn: sql<string>`now()`, version: sql<number>`version + 1` }

/** Writes what an organization says about itself. @returns the new version */
export async function writeProfile(database: Database, id: string, profile: Partial<ProfileText & { name: string }>) {
  const row = await database
    .updateTable('organization')
    .set({ ...profile, ...changed })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** Says that a person confirmed the whole profile now. @returns the new version and the day */
export const confirmProfile = (database: Database, id: string, timeZone: string) =>
  database
    .updateTable('organization')
    .set({ ...changed, lastVerifiedOn: sql<string>`now()` })
    .where('id', '=', id)
    .returning(['version', sql<string>`(last_verified_on at time zone ${timeZone})::date`.as('assuredDate')])
    .executeTakeFirstOrThrow()

/** Marks an organization as verified, so that it can receive referrals; does nothing if it already is. */
export const verifyOrganization = (database: Database, id: string) =>
  database
    .updateTable('organization')
    .set({ ...changed, standing: 'verified', takesReferrals: true })
    .where('id', '=', id)
    .where('standing', '<>', 'verified')
    .execute()

/**
 * Lets another organization stand for this one, or ends that: then it is listed again.
 * @returns its new version
 */
export async function writeMergedOrganization(database: Database, id: string, mergedInto: string | null) {
  const { version } = await database
    .updateTable('organization')
    .set({ ...changed, mergedInto, standing: mergedInto ? 'merged' : 'listed', takesReferrals: false })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Marks an organization as no longer participating; it receives no more referrals. */
export const unverifyOrganization = (database: Database, id: string, standing: 'listed' | 'refused') =>
  database
    .updateTable('organization')
    .set({ ...changed, standing, takesReferrals: false })
    .where('id', '=', id)
    .execute()

/** Verifies the fictional organizations of the demo. */
export const verifyImported = (database: Database, sourceName: string) =>
  database
    .updateTable('organization')
    .set({ standing: 'verified', takesReferrals: true })
    .where('sourceName', '=', sourceName)
    .where('standing', '=', 'listed')
    .execute()

/** Adds organizations that a source does not contain; existing ones do not change. */
export const insertStandIns = (
  database: Database,
  sourceName: string,
  rows: { id: string; source_key: string; name: string }[],
) =>
  sql`
    insert into organization (id, source_name, source_key, name, is_stand_in)
    select id, ${sourceName}, source_key, name, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, source_key text, name text)
    on conflict (id) do nothing`.execute(database)

/**
 * Stores the addresses from an import, separately from the profile, which the organization's own people may change.
 * Only these can vouch for an address.
 * @param records imported rows, as JSON
 */
export const recordSourceAddresses = (database: Database, records: string) =>
  sql`update organization set source_email = source.email, source_website = source.website
    from jsonb_populate_recordset(null::organization, ${records}::jsonb) source
    where organization.id = source.id
      and (organization.source_email, organization.source_website) is distinct from (source.email, source.website)`.execute(
    database,
  )

/** The organizations whose profile an import may write: nobody on the portal manages them. */
export const isImportable: RawBuilder<boolean> = sql`organization.standing in ('listed', 'merged')`
