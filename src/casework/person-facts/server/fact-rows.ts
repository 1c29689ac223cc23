import { sql } from 'kysely'
import type { PersonRows } from '#identity/people/person-rows.ts'
import type { Database } from '#platform/server/database.ts'

/**
 * The record that stays gets a copy of each fact that it does not have; the record that goes away keeps its own. A fact
 * that was said again since stays.
 */
export const factRows: PersonRows = {
  table: 'person_fact',
  count: async (database, contactId, since) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from person_fact
      where contact_id = ${contactId}::uuid and recorded_on > ${since ?? '-infinity'}::timestamptz`.execute(database)
    return rows[0]?.count ?? 0
  },
  carry: async (transaction, { from, into }) => {
    const { rows } = await sql<{ name: string }>`
      insert into person_fact (contact_id, name, value, said_on, said_by, recorded_by, recorded_on)
      select ${into}::uuid, name, value, said_on, said_by, recorded_by, recorded_on
      from person_fact where contact_id = ${from}::uuid
      on conflict do nothing returning name`.execute(transaction)
    return rows.map(({ name }) => name)
  },
  giveBack: (transaction: Database, { from, into }, carried) =>
    sql`delete from person_fact copy using person_fact own
      where copy.contact_id = ${into}::uuid and own.contact_id = ${from}::uuid and own.name = copy.name
        and (own.value, own.said_on, own.recorded_on) = (copy.value, copy.said_on, copy.recorded_on)
        and copy.name = any(${carried as string[]}::text[])`.execute(transaction),
}
