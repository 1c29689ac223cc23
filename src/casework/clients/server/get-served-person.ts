import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeContact } from '../contact-policy.ts'

/** A record that was read or locked, if the actor's organization serves the person. @throws 404 */
export function requireServed<Row extends { organizationId: string | null }>(actor: Actor, row: Row | undefined) {
  if (!row || !maySeeContact(actor, row)) throw problem('not-found')
  return row as Row & { organizationId: string }
}

/** A person whom the actor's organization serves. @throws 404 */
export const getServedPerson = async (database: Database, actor: Actor, contactId: string) =>
  requireServed(actor, await findContactRow(database, contactId))
