import { createFloor } from './recorded-reads.ts'

// The minimum cost of the same work: Fastify, pg and the statements with which the product reads, and nothing else. No
// session, no permissions, no validation, no access log, no live event.

const { app, pool, read, start } = createFloor()

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

await start()
