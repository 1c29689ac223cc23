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
    select subject_id, actor_id from audit_record where action = 'contact.different' and subject_id = any(${people}::text[])`.execute(
    app.database,
  )
  expect(rows.map(({ subjectId }) => subjectId).sort()).toEqual(people.sort())
  expect(new Set(rows.map(({ actorId }) => actorId))).toEqual(new Set([account.id]))
  expect((await call('GET', '/api/personPair/?state=different')).body.items).toMatchObject([{ id: pair.id }])
})

it('INT-12 staff put two records side by side that nothing proposes, merge them, and undo it', async () => {
  const { id } = await makeOrganization(app.database)
  const { call, account } = await app.someone({ organizationId: id })
  const record = async (given: object) => (await call('POST', '/api/contact/', given)).body as { id: string }
  const wanda = await record({ firstName: 'Wanda', lastName: 'Miles', birthDate: '1990-03-04' })
  const chosen = await record({ firstName: 'Rosa', lastName: 'Ortiz', birthDate: '1971-11-30' })
  const choose = (otherId: string, by = call, contactId = wanda.id) =>
    by('POST', `/api/contact/${contactId}/pair`, { otherId })
  const answers = await Promise.all([choose(chosen.id), choose(chosen.id), choose(wanda.id, call, chosen.id)])
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  const pair = `/api/personPair/${answers[0]?.body.id}`
  const find = () => findPairs({ database: app.database })({}, undefined as never)
  await find()
  expect((await call('GET', '/api/personPair/')).body.items).toEqual([])
  const { body: shown } = await call('GET', pair)
  expect(shown.pair).toMatchObject({ state: 'chosen', reasons: [] })
  const { rows: looks } = await sql<{ contactIds: string[] }>`
    select contact_ids from access_log where account_id = ${account.id}::uuid and way = 'duplicate'`.execute(
    app.database,
  )
  expect(looks.flatMap(({ contactIds }) => contactIds).sort()).toEqual([wanda.id, chosen.id].sort())
  const versions = { [wanda.id]: 1, [chosen.id]: 1 }
  expect((await call('POST', `${pair}/merge`, { stays: wanda.id, versions, take: [] })).status).toBe(200)
  expect((await choose(chosen.id)).body).toMatchObject({ status: 409, code: 'merge-same' })
  const [former] = (await call('GET', `/api/contact/${wanda.id}/merged`)).body.items
  expect((await call('POST', `/api/personMerge/${former.mergeId}/undo`, {})).status).toBe(200)
  expect((await call('GET', `/api/contact/${chosen.id}`)).body).toMatchObject({ id: chosen.id, lastName: 'Ortiz' })
  expect((await choose(wanda.id)).body).toMatchObject({ status: 409, code: 'merge-same' })
  const { call: stranger } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
  const theirs = (await stranger('POST', '/api/contact/', { firstName: 'Rosa', lastName: 'Ortiz' })).body as {
    id: string
  }
  expect((await choose(theirs.id)).body).toMatchObject({ status: 400, errors: [{ path: 'otherId' }] })
  expect((await choose(chosen.id, stranger)).status).toBe(404)
})

it('INT-12 a pair that somebody chose is proposed as soon as its records are alike', async () => {
  const { id } = await makeOrganization(app.database)
  const { call } = await app.someone({ organizationId: id })
  const record = async (given: object) => (await call('POST', '/api/contact/', given)).body as { id: string }
  const one = await record({ firstName: 'Ines', lastName: 'Mota', birthDate: '1990-03-04' })
  const other = await record({ firstName: 'Greta', lastName: 'Huber', birthDate: '1971-11-30' })
  const chosen = (await call('POST', `/api/contact/${one.id}/pair`, { otherId: other.id })).body
  const change = { firstName: 'Ines', lastName: 'Mota', birthDate: '1990-03-04', version: 1 }
  await call('PUT', `/api/contact/${other.id}`, change)
  await findPairs({ database: app.database })({}, undefined as never)
  expect((await call('GET', '/api/personPair/')).body.items).toMatchObject([{ id: chosen.id, state: 'open' }])
})
