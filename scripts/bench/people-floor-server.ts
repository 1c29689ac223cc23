import { readFileSync } from 'node:fs'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { PreparingClient } from '#platform/server/driver/prepared-statement.ts'
import type { Sent } from './floor-statements.ts'
import { keyOf } from './referral-calls.ts'

// The minimum cost of the same work: Fastify, pg and the statements with which the product reads, and nothing else. No
// session, no permissions, no validation, no access log, no live event.

const pool = new pg.Pool({
  Client: PreparingClient,
  connectionString: process.env.DATABASE_URL,
  max: 20,
  pipeline: true,
})
const recorded = JSON.parse(readFileSync(process.env.STATEMENTS ?? '', 'utf8')) as Record<string, Sent[]>

const app = Fastify()
// As it was sent, because the statements are found by it.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))

/** One after another on one connection, as the product does. */
async function read(request: FastifyRequest) {
  const account = String(request.headers['x-account'])
  const statements = recorded[keyOf(request.method, request.url, account, String(request.body ?? ''))] as Sent[]
  const client = await pool.connect()
  try {
    const answers = []
    for (const { text, values } of statements) answers.push((await client.query(text, [...values])).rows)
    return answers
  } finally {
    client.release()
  }
}
app.post('/api/contact/search', read)
app.post('/api/contact/duplicate', read)
app.get('/api/contact/:id', read)
app.get('/api/intake/:id', read)

app.put('/api/intake/:id/answers', async (request) => {
  const [answer] = (JSON.parse(String(request.body)) as { answers: Record<string, unknown>[] }).answers
  const { rows } = await pool.query(
    `update intake_answer set value = to_jsonb($3::text), revision = revision + 1, change_id = $4, answered_by = $5
     where intake_id = $1 and item_key = $2 returning *`,
    [
      (request.params as { id: string }).id,
      ...[answer?.item, answer?.value, answer?.changeId, String(request.headers['x-account'])],
    ],
  )
  return rows
})

process.stdout.write(`The floor is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
  process.exit(0)
})
