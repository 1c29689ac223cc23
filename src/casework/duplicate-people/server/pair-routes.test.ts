import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { findPairs } from './find-pairs.ts'

const app = await startTestApp()

it('INT-12 only staff of the organization see and decide its pairs, and the decision is audited for both', async () => {
  const { id } = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId: id })
  const people: string[] = []
  for (const lastName of ['Nunez', 'Núñez'])
    people.push((await call('POST', '/api/contact/', { firstName: 'Ana', lastName, birthDate: '1980-04-03' })).body.id)
  await findPairs({ database: app.database })({}, undefined as never)
  const [pair] = (await call('GET', '/api/personPair/')).body.items
  expect(pair).toMatchObject({ level: 'likely', reasons: ['same-name', 'birth-date'], state: 'open' })
  const { call: stranger } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
  expect((await stranger('GET', '/api/personPair/')).body.items).toEqual([])
  const decision = `/api/personPair/${pair.id}/decision`
  expect((await stranger('PUT', decision, { state: 'different' })).status).toBe(404)
  expect((await call('PUT', decision, { state: 'different' })).status).toBe(204)
  expect((await call('PUT', decision, { state: 'different' })).status).toBe(204)
  const { rows } = await sql<{ subjectId: string; actorId: string }>`
    select subject_id, actor_id from audit_record where action = 'contact.different'`.execute(app.database)
  expect(rows.map(({ subjectId }) => subjectId).sort()).toEqual(people.sort())
  expect(new Set(rows.map(({ actorId }) => actorId))).toEqual(new Set([account.id]))
  expect((await call('GET', '/api/personPair/?state=different')).body.items).toMatchObject([{ id: pair.id }])
})
