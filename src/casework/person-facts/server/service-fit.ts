import type { Verdict } from '#directory/eligibility/fit.ts'
import { compareService } from '#directory/services/server/directory-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Database } from '#platform/server/database.ts'
import { readSaidFacts } from './fact-queries.ts'

/** Whether a service fits a person, for a caller who may read the record; null if one of them does not exist. */
export async function findVerdict(
  database: Database,
  { contactId, serviceId }: { contactId: string; serviceId: string },
  timeZone: string,
): Promise<Verdict | null> {
  const contact = await findContactRow(database, contactId)
  if (!contact) return null
  const today = dayIn(timeZone)
  const person = { ...contact, said: await readSaidFacts(database, contactId, today) }
  return (await compareService(database, person, serviceId, today))?.verdict ?? null
}
