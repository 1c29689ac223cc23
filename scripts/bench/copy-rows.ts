import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Value = string | number | boolean | null
// Generated values contain no tabs, line breaks or backslashes.
const asLine = (values: Value[]) => `${values.map((value) => value ?? '\\N').join('\t')}\n`

/** Inserts rows with COPY. */
export async function copyRows(url: string, table: string, columns: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Without triggers: the values that they would set are written, and all references are known to exist.
  await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'")
  const stream: Writable = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  let waiting = ''
  const flush = async () => {
    const chunk = waiting
    waiting = ''
    if (chunk && !stream.write(chunk)) await once(stream, 'drain')
  }
  return {
    add: (...values: Value[]) => {
      waiting += asLine(values)
    },
    flush: () => (waiting.length > 65_536 ? flush() : undefined),
    end: async () => {
      await flush()
      stream.end()
      await finished(stream)
      await client.end()
    },
  }
}

/** Drops the indexes of these tables, except those of constraints; returns the statements that recreate them. */
export async function dropIndexes(client: pg.Client, tables: string[]) {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ made }) => made)
}
