import { doesCasework } from '#casework/clients/contact-policy.ts'
import { getServedPerson, recordReading } from '#casework/clients/server/clients-public.ts'
import type { PersonFacts } from '#directory/eligibility/person-facts.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { readSaidFacts } from './fact-queries.ts'

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
  const contact = await getServedPerson(database, actor, contactId)
  await recordReading(database, actor, contactId)
  const { birthDate, postalCode, city, language } = contact
  return { birthDate, postalCode, city, language, said: await readSaidFacts(database, contactId, today) }
}
