import type { RawBuilder } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Of two records of one person, the one that goes away and the one that stays. */
export interface Merge {
  from: string
  into: string
}

/** The rows of one table about a person, as the feature that owns them lets them follow a merge and come back. */
export interface PersonRows {
  table: string
  /** how many a person has that were added after this time; null counts all */
  count: (database: Database, contactId: string, since: string | null) => Promise<number>
  /** @returns what `giveBack` needs, as JSON */
  carry: (transaction: Database, merge: Merge) => Promise<unknown>
  giveBack: (transaction: Database, merge: Merge, carried: unknown) => Promise<unknown>
}

interface Statements {
  count: (contactId: string, since: string) => RawBuilder<{ count: number }>
  carry: (merge: Merge) => RawBuilder<{ id: string }>
  giveBack: (merge: Merge, ids: string[]) => RawBuilder<unknown>
}

/** Rows that move to the record that stays, and back by their IDs. */
export const rowsOfPerson = (table: string, { count, carry, giveBack }: Statements): PersonRows => ({
  table,
  count: async (database, contactId, since) =>
    (await count(contactId, since ?? '-infinity').execute(database)).rows[0]?.count ?? 0,
  carry: async (transaction, merge) => (await carry(merge).execute(transaction)).rows.map(({ id }) => id),
  giveBack: (transaction, merge, carried) => giveBack(merge, carried as string[]).execute(transaction),
})
