import { sql } from 'kysely'
import { doesCasework, maySeeContact } from '#casework/clients/contact-policy.ts'
import { accessLog, recordAccess } from '#casework/clients/server/clients-public.ts'
import type { PersonFacts } from '#directory/eligibility/person-facts.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { readSaidFacts } from './fact-queries.ts'

/** Within this time, another search for the same person is not recorded again. */
const SAME_READING = '30 minutes'

/**
 * What is known about a person, to compare services with. The answers tell some of it, so this counts as reading the
 * record.
 * @param today as `2026-11-23`
 * @throws 403 for an account without an organization; 404 for the record of another
 */
export async function readPerson(
  database: Database,
  actor: Actor,
  contactId: string,
  today: string,
): Promise<PersonFacts> {
  if (!doesCasework(actor)) throw problem('forbidden')
  const contact = await findContactRow(database, contactId)
  if (!contact || !maySeeContact(actor, contact)) throw problem('not-found')
  await recordReading(database, actor, contactId)
  const { birthDate, postalCode, city } = contact
  return { birthDate, postalCode, city, said: await readSaidFacts(database, contactId, today) }
}

async function recordReading(database: Database, actor: Actor, contactId: string) {
  const { rows } = await sql`
    select from ${accessLog.as('log')} where log.contact_ids @> array[${contactId}::uuid] and log.way = 'record'
      and log.account_id = ${actor.accountId} and log.impersonator_id is not distinct from ${currentImpersonator()}::uuid
      and log.viewed_on > now() - ${SAME_READING}::interval limit 1`.execute(database)
  if (!rows.length) await recordAccess(database, actor, [contactId], { way: 'record' })
}
