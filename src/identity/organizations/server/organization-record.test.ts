import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import {
  insertOrganization,
  insertStandIns,
  isImportable,
  recordSourceAddresses,
  unverifyOrganization,
  verifyImported,
  verifyOrganization,
} from './organization-record.ts'

const { database } = await startTestApp()
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const read = (id: string) =>
  database.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const make = async (standing: 'listed' | 'pending' | 'verified' | 'refused', takesReferrals: boolean, more = {}) => {
  const { id } = await makeOrganization(database, { standing, takesReferrals })
  await database
    .updateTable('organization')
    .set({ changedOn: LONG_AGO, ...more })
    .where('id', '=', id)
    .execute()
  return id
}
const stateOf = async (id: string) => {
  const { standing, takesReferrals, version, changedOn } = await read(id)
  return [standing, takesReferrals, version, new Date(changedOn).toISOString() !== LONG_AGO]
}

it('ORG-01 enters an organization and says where it stands', async () => {
  const name = `Elm House ${randomUUID()}`
  const made = await insertOrganization(database, { name, standing: 'pending', description: 'Beds' })
  expect(made).toEqual({ id: made.id, name, standing: 'pending' })
  expect(await read(made.id)).toMatchObject({ name, description: 'Beds', takesReferrals: false, isStandIn: false })
})

it('D-REG-1 verifies an organization once; what is verified keeps what its people set', async () => {
  const [pending, verified, other] = [
    await make('pending', false),
    await make('verified', false),
    await make('pending', false),
  ]
  await verifyOrganization(database, pending)
  await verifyOrganization(database, verified)
  expect(await stateOf(pending)).toEqual(['verified', true, 2, true])
  expect(await stateOf(verified)).toEqual(['verified', false, 1, false])
  expect(await stateOf(other)).toEqual(['pending', false, 1, false])
})

it('D-REG-1 an organization that is refused, or only listed again, takes no referrals', async () => {
  for (const standing of ['listed', 'refused'] as const) {
    const [id, other] = [await make('verified', true), await make('verified', true)]
    await unverifyOrganization(database, id, standing)
    expect(await stateOf(id)).toEqual([standing, false, 2, true])
    expect(await stateOf(other)).toEqual(['verified', true, 1, false])
  }
})

it('D-RUN-4 lets the listed organizations of one source take part', async () => {
  const sourceName = randomUUID()
  const source = () => ({ sourceName, sourceKey: randomUUID() })
  const [listed, refused, other] = [
    await make('listed', false, source()),
    await make('refused', false, source()),
    await make('listed', false, { ...source(), sourceName: randomUUID() }),
  ]
  await verifyImported(database, sourceName)
  const state = async (id: string) => (await stateOf(id)).slice(0, 2)
  expect([await state(listed), await state(refused), await state(other)]).toEqual([
    ['verified', true],
    ['refused', false],
    ['listed', false],
  ])
})

it('DIR-03 enters organizations that a source does not name, and leaves those that are there', async () => {
  const there = await make('verified', true)
  const before = await read(there)
  const rows = [there, randomUUID(), randomUUID()].map((id, n) => ({
    id,
    source_key: `${id}-key`,
    name: `Provider ${n}`,
  }))
  await insertStandIns(database, 'a-source', rows)
  expect(await read(there)).toEqual(before)
  for (const { id, source_key: sourceKey, name } of rows.slice(1))
    expect(await read(id)).toMatchObject({
      sourceName: 'a-source',
      sourceKey,
      name,
      isStandIn: true,
      standing: 'listed',
    })
})

it('F-13 keeps the addresses that a source gives apart from the profile, and writes them only where they differ', async () => {
  const [id, same, other] = [await make('verified', true), await make('listed', true), await make('listed', true)]
  const profile = { email: 'us@example.test', website: 'https://us.example' }
  for (const each of [id, same, other])
    await database.updateTable('organization').set(profile).where('id', '=', each).execute()
  const given = { email: 'hello@cedar.example', website: 'https://cedar.example' }
  const source = { sourceEmail: given.email, sourceWebsite: given.website }
  await database.updateTable('organization').set(source).where('id', '=', same).execute()
  const rowVersion = async (each: string) => {
    const { rows } = await sql<{ xmin: string }>`select xmin::text from organization where id = ${each}::uuid`.execute(
      database,
    )
    return rows[0]?.xmin
  }
  const before = await rowVersion(same)
  await recordSourceAddresses(database, JSON.stringify([id, same].map((each) => ({ id: each, ...given }))))
  expect(await read(id)).toMatchObject({ ...profile, ...source })
  expect(await read(same)).toMatchObject({ ...profile, ...source })
  expect(await rowVersion(same)).toBe(before)
  expect(await read(other)).toMatchObject({ ...profile, sourceEmail: null, sourceWebsite: null })
  await recordSourceAddresses(database, JSON.stringify([{ id, email: given.email, website: null }]))
  expect(await read(id)).toMatchObject({ sourceEmail: given.email, sourceWebsite: null })
})

it('DIR-03 an import writes the profiles of listed organizations alone', async () => {
  const standings = ['listed', 'pending', 'verified', 'refused'] as const
  const ids = []
  for (const standing of standings) ids.push(await make(standing, false))
  const found = await database
    .selectFrom('organization')
    .select('id')
    .where('id', 'in', ids)
    .where(isImportable)
    .execute()
  expect(found).toEqual([{ id: ids[0] }])
})
