import type { FastifyRequest } from 'fastify'
import { createFloor } from './recorded-reads.ts'

// The minimum cost of the same work: Fastify, pg and the statements with which the product reads, and nothing else. No
// session, no permissions, no validation, no consent, no access log, no audit, no notices, no live event.

const { app, pool, read, start } = createFloor()

const callerOf = ({ headers }: FastifyRequest) => ({
  account: String(headers['x-account']),
  organization: String(headers['x-organization']),
})

app.get('/api/referral/waiting', read)
app.get('/api/referral/:id', read)
app.post('/api/referral/search', read)

app.post('/api/referral/', async (request, reply) => {
  const { contactId, need, recipientOrganizationId, note } = JSON.parse(String(request.body)) as Record<string, string>
  const { account, organization } = callerOf(request)
  const { rows } = await pool.query(
    `with request as (
       insert into referral_request (organization_id, contact_id, need, note, status, created_by)
       values ($1, $2, $3, $4, 'active', $5) returning id),
     sent as (
       insert into referral (request_id, sender_organization_id, recipient_organization_id, status, created_by, sent_on,
         recipient_confirmed_on, search_text)
       select id, $1, $6, 'Sent', $5, now(), now(), '' from request returning id)
     insert into referral_event (referral_id, action, to_status, actor_id, organization_id)
     select id, 'send', 'Sent', $5, $1 from sent returning referral_id as id`,
    [organization, contactId, need, note, account, recipientOrganizationId],
  )
  return reply.code(201).send(rows[0])
})

app.post('/api/referral/:id/message', async (request, reply) => {
  const { account, organization } = callerOf(request)
  const { rows } = await pool.query(
    `with counted as (
       update referral set message_count = message_count + 1, last_message_on = now() where id = $1 returning message_count)
     insert into referral_message (referral_id, sequence, author_id, organization_id, text)
     select $1, message_count, $2, $3, $4 from counted returning id, sequence, text, created_on`,
    [
      (request.params as { id: string }).id,
      account,
      organization,
      (JSON.parse(String(request.body)) as { text: string }).text,
    ],
  )
  return reply.code(201).send(rows[0])
})

app.post('/api/referral/:id/transition', async (request) => {
  const { action } = JSON.parse(String(request.body)) as { action: string }
  const { account, organization } = callerOf(request)
  const status = action === 'hold' ? 'On Hold' : 'In Progress'
  const { rows } = await pool.query(
    `with moved as (
       update referral set status = $2, version = version + 1, status_changed_on = now(), status_changed_by = $3
       where id = $1 returning *),
     event as (
       insert into referral_event (referral_id, action, to_status, actor_id, organization_id)
       select id, $5, $2, $3, $4 from moved)
     select * from moved`,
    [(request.params as { id: string }).id, status, account, organization, action],
  )
  return rows[0]
})

await start()
