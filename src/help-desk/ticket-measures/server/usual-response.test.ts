import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { usualResponse } from './usual-response.ts'

const product = await startTestApp()
const { database, someone } = product

it('D-DESK-1 the usual time to an answer is measured every ten minutes at most', async () => {
  const organization = await makeOrganization(database)
  const ana = await someone({ organizationId: organization.id })
  const sue = await someone({ roles: ['support-agent'] })
  let now = Date.now()
  const ask = usualResponse(product, () => now)
  expect(await ask()).toBeNull()
  await sql`with made as (
      insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
      select 10000 + n, now() - interval '30 days', 'Bug', 'Low', 'Many', 'Yes', ${organization.id}, ${ana.account.id}
      from generate_series(1, 12) n returning id)
    insert into support_request_note (support_request_id, note_text, visibility, created_by, created_on)
    select id, 'Answer', 'public', ${sue.account.id}, now() - interval '20 days' from made`.execute(database)
  expect(await ask()).toBeNull()
  now += 10 * 60_000
  expect(await ask()).toBeGreaterThan(0)
})
