import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { ContactView } from '../consent.ts'

/** Writes that somebody looked at people's details, and by which way. */
export async function recordViews(
  database: Database,
  actor: Pick<Actor, 'accountId' | 'organizationId'>,
  contactIds: readonly string[],
  look: { way: ContactView['way']; referralId?: string },
) {
  if (contactIds.length === 0) return
  const { accountId, organizationId } = actor
  await database
    .insertInto('contactView')
    .values(
      contactIds.map((contactId) => ({
        contactId,
        accountId,
        organizationId,
        way: look.way,
        referralId: look.referralId ?? null,
      })),
    )
    .execute()
}
