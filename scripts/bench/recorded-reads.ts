import { readFileSync, writeFileSync } from 'node:fs'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, openDatabase } from '#platform/server/database.ts'
import { recordingDatabase, type Sent } from './floor-statements.ts'
import type { Call } from './ticket-calls.ts'

/** A call that reads, and the part of the product that answers it. */
export interface Reading {
  name: string
  call: Call
  run: (database: Database, actor: Staff) => Promise<unknown>
}

type Staff = Actor & { organizationId: string }
interface Asker {
  account: { id: string }
  organizationId: string
}

const actorOf = ({ account, organizationId }: Asker): Staff => ({
  ...{ accountId: account.id, organizationId, contactId: account.id, roles: ['organization-staff'] },
  ...{ forcePasswordReset: false, sessionId: account.id, stage: 'whole', impersonatorId: null },
  authenticatedOn: new Date(0).toISOString(),
})

/** The address of a call and what tells its callers apart: the minimal server finds its statements by this. */
const keyOf = (method: string, path: string, account: string, body: string) => [method, path, account, body].join(' ')

const isRead = ({ text }: Sent) =>
  /^\s*(select|with)\b/i.test(text) && !/\binsert into\b|\bupdate\b .*\bset\b/i.test(text)

/**
 * Writes into a file what the product reads to answer these calls of staff; the key is what the minimal server is asked.
 */
export async function recordReads<Caller extends Asker>(
  databaseUrl: string,
  file: string,
  callers: readonly Caller[],
  readingsOf: (caller: Caller) => readonly Reading[],
) {
  const { pool, close } = openDatabase(databaseUrl, 2)
  const recorded: Record<string, Sent[]> = {}
  for (const caller of callers)
    for (const { call, run } of readingsOf(caller)) {
      const { database, sent } = recordingDatabase((text, values) => pool.query(text, values))
      await run(database, actorOf(caller))
      recorded[keyOf(call.method, call.path, caller.account.id, call.body ?? '')] = sent.filter(isRead)
    }
  await close()
  writeFileSync(file, JSON.stringify(recorded))
}

/**
 * The minimum cost of the same work: Fastify, pg and the statements with which the product reads, from the file that
 * STATEMENTS names. `read` answers a call with them, one after another on one connection, each as pg sends a statement:
 * that the product prepares some of them is its own work.
 */
export function createFloor() {
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: 20,
    pipeline: true,
  })
  const recorded = JSON.parse(readFileSync(process.env.STATEMENTS ?? '', 'utf8')) as Record<string, Sent[]>
  const app = Fastify()
  // As it was sent, because the statements are found by it.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const read = async ({ method, url, headers, body }: FastifyRequest) => {
    const statements = recorded[keyOf(method, url, String(headers['x-account']), String(body ?? ''))] as Sent[]
    const client = await pool.connect()
    try {
      const answers = []
      for (const { text, values } of statements) answers.push((await client.query(text, [...values])).rows)
      return answers
    } finally {
      client.release()
    }
  }
  const start = async () => {
    process.stdout.write(`The floor is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
    process.on('SIGTERM', async () => {
      await app.close()
      await pool.end()
      process.exit(0)
    })
  }
  return { app, pool, read, start }
}
