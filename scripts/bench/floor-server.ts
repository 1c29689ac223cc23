import { verify } from '@node-rs/argon2'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { PreparingClient } from '#platform/server/driver/prepared-statement.ts'
import {
  type Asked,
  currentUserStatements,
  listStatements,
  openStatements,
  type Statement,
} from './floor-statements.ts'

// The minimum cost of the same work: Fastify, pg and the product's own statements, and nothing else. No session, no
// permissions, no validation of input or output, no audit, no live event, no log, no security headers.

const pool = new pg.Pool({
  Client: PreparingClient,
  connectionString: process.env.DATABASE_URL,
  max: 20,
  pipeline: true,
})
const passwordHash = process.env.PASSWORD_HASH ?? ''
const path = '/api/supportPortal/supportRequest/'

const askedBy = (request: FastifyRequest): Asked => ({
  account: String(request.headers['x-account']),
  organization: request.headers['x-organization'] as string | undefined,
  id: (request.params as { id?: string }).id,
})
async function rowsOf(statement: Statement, asked: Asked, client: Pick<pg.Pool, 'query'> = pool) {
  const { text, values } = statement(asked)
  return (await client.query(text, values)).rows
}

// The statements of each URL are recorded on the first request.
const lists = new Map<string, Promise<Statement[]>>()
function listOf(request: FastifyRequest) {
  const isStaff = request.headers['x-organization'] !== undefined
  const key = `${isStaff}${request.url}`
  const known = lists.get(key)
  if (known) return known
  const made = listStatements(request.query, isStaff)
  lists.set(key, made)
  return made
}
const [openedByStaff, openedByAgents] = await Promise.all([openStatements(true), openStatements(false)])
const current = await currentUserStatements()

const app = Fastify()

app.get(path, async (request) => {
  const [list] = await listOf(request)
  return list ? rowsOf(list, askedBy(request)) : []
})

app.get(`${path}:id`, async (request) => {
  const asked = askedBy(request)
  const client = await pool.connect()
  try {
    const opened = asked.organization ? openedByStaff : openedByAgents
    return await Promise.all(opened.map((statement) => rowsOf(statement, asked, client)))
  } finally {
    client.release()
  }
})

app.get('/api/portalAccount/current', async (request) => {
  const asked = askedBy(request)
  return Promise.all(current.map((statement) => rowsOf(statement, asked)))
})

app.post(path, async (request, reply) => {
  const { supportRequestType, priority, description, clearedCache } = request.body as Record<string, string>
  const { account, organization } = askedBy(request)
  const { rows } = await pool.query(
    `with taken as (
       update support_request_counter
       set last_number = last_number + 1, last_created_on = greatest(last_created_on, clock_timestamp()::timestamptz(3))
       returning last_number, last_created_on)
     insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
     select last_number, last_created_on, $1, $2, $3, $4, $5, $6 from taken
     returning id, ticket_number, created_on, support_request_type, status, priority, description, cleared_cache, version`,
    [supportRequestType, priority, description, clearedCache, organization ?? null, account],
  )
  return reply.code(201).send(rows[0])
})

app.post(`${path}:id/note`, async (request, reply) => {
  const { id, account } = askedBy(request)
  const { rows } = await pool.query(
    `insert into support_request_note (support_request_id, note_text, created_by) values ($1, $2, $3)
     returning id, note_text, created_on`,
    [id, (request.body as { noteText: string }).noteText, account],
  )
  return reply.code(201).send(rows[0])
})

app.post('/api/auth/login/fallback', async (request, reply) => {
  const fits = await verify(passwordHash, (request.body as { password: string }).password)
  return reply.code(fits ? 200 : 401).send({ fits })
})

process.stdout.write(`The floor is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
  process.exit(0)
})
