import { sql } from 'kysely'
import { ageOn } from '#directory/eligibility/compared-facts.ts'
import { SaidFacts, saidFactNames } from '#directory/eligibility/person-facts.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ShownFact } from '../person-fact.ts'

/** The facts about a person, in the order in which they are asked for. */
export async function listFacts(database: Database, contactId: string): Promise<ShownFact[]> {
  const { rows } = await sql<ShownFact>`
    select name, value, to_char(said_on, 'YYYY-MM-DD') as said_on, said_by, ${accountName(sql`recorded_by`)} as recorded_by_name
    from person_fact where contact_id = ${contactId}::uuid`.execute(database)
  const orderOf = ({ name }: ShownFact) => saidFactNames.indexOf(name)
  return rows.sort((one, other) => orderOf(one) - orderOf(other))
}

/** What a person said, as it is true today: children have grown since. @param today as `2026-11-23` */
export async function readSaidFacts(database: Database, contactId: string, today: string): Promise<SaidFacts> {
  const facts = await listFacts(database, contactId)
  const said = SaidFacts.parse(Object.fromEntries(facts.map(({ name, value }) => [name, value])))
  const on = facts.find(({ name }) => name === 'childrenAges')?.saidOn
  const years = on ? Math.floor(ageOn(today, on)) : 0
  return said.childrenAges ? { ...said, childrenAges: said.childrenAges.map((age) => age + years) } : said
}

/** Deletes all facts about a person, in the erasure's transaction. */
export const eraseFacts = (database: Database, contactId: string) =>
  database.deleteFrom('personFact').where('contactId', '=', contactId).execute()
