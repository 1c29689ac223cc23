import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seed } from '../scripts/bench/seed-tickets.ts'
import { startTestApp } from './app.ts'
import { makeAccount, PASSWORD } from './factories.ts'

const product = await startTestApp()
const { database } = product
const rowsOf = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(database)).rows
const indexes = () => rowsOf(sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`)

it('HD-05 what the benchmark fills a database with is what the help desk itself would have written', async () => {
  const before = await indexes()
  await seed(product.url, 1000, 'not a hash')
  expect(await indexes()).toEqual(before)

  expect(
    await rowsOf(sql`select max(number) as most, count(*) as count, (select last_number from support_request_counter) as counted,
      (select last_created_on from support_request_counter) = max(created_on) as is_newest_known from support_request`),
  ).toEqual([{ most: 1000, count: 1000, counted: 1000, isNewestKnown: true }])
  // Tickets that violate what triggers and acts would ensure.
  const wrong = await rowsOf(sql`
    select t.number from support_request t
      join account a on a.id = t.created_by join organization o on o.id = t.organization_id and o.id = a.organization_id
      cross join lateral (select count(*) as records, count(*) filter (where detail ->> 'field' = 'status') as changes,
        min(created_on) as first, (array_agg(detail ->> 'to' order by id desc))[1] as newest
        from audit_record where subject_type = 'supportRequest' and subject_id = t.id::text) r
      left join support_request b on b.number = t.number - 1
    where (t.organization_name, t.creator_email, t.version, t.status, t.created_on, r.records)
        is distinct from (lower(o.name), lower(a.email), 1 + r.changes, r.newest, r.first, 1 + r.changes)
      or b.created_on > t.created_on or t.created_on > now()
      or exists (select from support_request_note n where n.support_request_id = t.id and n.created_on < t.created_on)`)
  expect(wrong).toEqual([])

  // Their times match what the acts would have recorded: of support's first public note, and of the last closing.
  const untimed = await rowsOf(sql`
    select t.number from support_request t left join support_request_times k on k.support_request_id = t.id
      cross join lateral (select min(n.created_on) as answered from support_request_note n join account_role r on r.account_id = n.created_by
        where n.support_request_id = t.id and n.visibility = 'public' and r.role = 'support-agent' and n.created_by <> t.created_by) n
      cross join lateral (select max(created_on) as closed from audit_record
        where subject_type = 'supportRequest' and subject_id = t.id::text and detail ->> 'to' = 'Closed') c
    where (k.created_on, k.organization_id, k.type_rank, k.priority_rank, k.is_open, k.first_response_on, k.closed_on) is distinct from
      (t.created_on, t.organization_id, rank_of_ticket_type(t.support_request_type), t.priority_rank, t.status <> 'Closed', n.answered, c.closed)`)
  expect(untimed).toEqual([])
  expect(
    await rowsOf(
      sql`select count(first_response_on) > 100 as answered, count(closed_on) > 500 as closed from support_request_times`,
    ),
  ).toEqual([{ answered: true, closed: true }])

  const agent = await makeAccount(database, { roles: ['support-agent'] })
  const call = await product.signIn(agent.email, PASSWORD)
  const { body } = await call('POST', '/api/supportPortal/supportRequest/', {
    supportRequestType: 'Bug',
    priority: 'Low',
    clearedCache: 'Yes',
    description: 'The one after those of the benchmark',
  })
  expect(body.ticketNumber).toBe('HD-001001')
})
