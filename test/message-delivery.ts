import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { nobody } from '#platform/server/message-kind.ts'
import type { NewMessage } from '#platform/server/messages.ts'
import { sendMessage } from '#platform/server/messages.ts'
import type { TestApp } from './app.ts'

/** The defaults of a test's message: it has no link and no limit. */
export const plainMessage = {
  kind: { name: 'test', overBound: 'leave-out', bounds: {} },
  about: nobody,
  expiresOn: null,
} satisfies Partial<NewMessage>

/** Sends a message as a feature does. @returns its ID */
export async function writeMessage(
  { database }: TestApp,
  message: Pick<NewMessage, 'channel' | 'to' | 'text'> & Partial<NewMessage>,
) {
  const key = randomUUID()
  await database.transaction().execute((transaction) => sendMessage(transaction, { ...plainMessage, ...message, key }))
  return (await database.selectFrom('message').select('id').where('messageKey', '=', key).executeTakeFirstOrThrow()).id
}

/** Runs all waiting jobs, including those that wait for a retry. */
export async function workAllJobs(product: TestApp) {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(product.database)
  await product.workJobs()
}

/** @param holder the ID of a pool of workers, by which the queue locks their jobs */
export async function holdsJobs(database: Database, holder: string) {
  const { rows } = await sql`select 1 from graphile_worker._private_jobs where locked_by = ${holder} limit 1`.execute(
    database,
  )
  return rows.length > 0
}

/** Reports on messages wait for others of the same second: a test does not. @returns whether there were any */
export async function hastenReports(database: Database) {
  const { numAffectedRows = 0n } =
    await sql`update graphile_worker._private_jobs set run_at = now() where key like 'message-reports:%'`.execute(
      database,
    )
  return numAffectedRows > 0n
}

export const stateOf = ({ database }: TestApp, id: string) =>
  database
    .selectFrom('message')
    .select((eb) => ['failure', eb('deliveredOn', 'is not', null).as('isDelivered')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * The messages that were sent and are not blanked yet, newest first. Not the evaluation's outbox, which production does
 * not have.
 */
export const listDelivered = (database: Database, to?: string) =>
  database
    .selectFrom('message')
    .select(['id', 'channel', 'headers', 'createdOn'])
    .select((eb) => [
      eb.ref('recipient').$notNull().as('to'),
      eb.ref('subject').$castTo<string>().as('subject'),
      eb.ref('text').$notNull().as('text'),
      eb.ref('html').$castTo<string>().as('html'),
    ])
    .where('deliveredOn', 'is not', null)
    .where('blankedOn', 'is', null)
    .$if(to !== undefined, (q) => q.where('recipient', '=', to ?? ''))
    .orderBy('sequence', 'desc')
    .execute()
