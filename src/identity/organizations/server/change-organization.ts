import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { isName } from '../organization-name.ts'
import { mayEditOrganization, mayRenameOrganization, maySeeOrganization } from '../organization-policy.ts'
import { type NewOrganization, type OrganizationChange, OrganizationProfile } from '../organization-profile.ts'

/** Stores empty texts as null. */
const emptied = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === '' ? null : value])) as Given

/** @throws problem invalid-request */
export async function requireKnownReferences(database: Database, given: Partial<NewOrganization>) {
  for (const [field, table] of [
    ['organizationTypeId', 'organizationType'],
    ['taxStatusId', 'taxStatus'],
  ] as const) {
    const id = given[field]
    if (!id) continue
    const known = await database.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw fieldProblem(field, 'invalid')
  }
}

/** A change of a profile, with the values of the changed fields. */
export interface ProfileChange {
  organizationId: string
  version: number
  actor: Actor
  before: Record<string, unknown>
  after: Record<string, unknown>
}
/** Keeps a change of a profile in the history, in the same transaction. */
export type RecordProfile = (database: Database, change: ProfileChange) => Promise<void>

/** Adds an organization that is known but does not participate yet. */
export const addOrganization = (database: Database, given: NewOrganization, actor: Actor) =>
  database.transaction().execute(async (transaction) => {
    await requireKnownReferences(transaction, given)
    const organization = await transaction
      .insertInto('organization')
      .values(emptied(given))
      .returning(columnsOf(OrganizationProfile))
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'organization-added',
      subjectType: 'organization',
      subjectId: organization.id,
    })
    return organization
  })

/**
 * Changes an organization's profile.
 * @throws problem not-found, forbidden, stale-version (with the current organization), invalid-request
 */
export const changeOrganization = (
  database: Database,
  id: string,
  given: OrganizationChange,
  actor: Actor,
  recordProfile: RecordProfile,
) =>
  database.transaction().execute(async (transaction) => {
    const { id: _, version, ...change } = given
    const present = await transaction
      .selectFrom('organization')
      .select(columnsOf(OrganizationProfile))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!present || !maySeeOrganization(actor, present)) throw problem('not-found')
    if (!mayEditOrganization(actor, present)) throw problem('forbidden')
    if (change.name !== undefined && change.name !== present.name && !mayRenameOrganization(actor))
      throw problem('forbidden')
    if (present.version !== version) throw problem('stale-version', { extra: { current: present } })
    await requireKnownReferences(transaction, change)
    const organization = await transaction
      .updateTable('organization')
      .set({
        ...emptied(change),
        ...(change.name !== undefined && isName(change.name) ? { isStandIn: false } : {}),
        version: version + 1,
        changedOn: sql`now()`,
      })
      .where('id', '=', id)
      .returning(columnsOf(OrganizationProfile))
      .executeTakeFirstOrThrow()
    const changed = (Object.keys(change) as (keyof typeof change)[]).filter(
      (field) => organization[field] !== present[field],
    )
    const valuesOf = (profile: OrganizationProfile) =>
      Object.fromEntries(changed.map((field) => [field, profile[field]]))
    await recordProfile(transaction, {
      ...{ organizationId: id, version: organization.version, actor },
      before: valuesOf(present),
      after: valuesOf(organization),
    })
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'organization-changed',
      subjectType: 'organization',
      subjectId: id,
      detail: { fields: Object.keys(change) },
    })
    await publishEvent(transaction, {
      type: 'organization',
      subjectId: id,
      audience: [`organization:${id}`, 'role:platform-admin'],
    })
    return organization
  })
