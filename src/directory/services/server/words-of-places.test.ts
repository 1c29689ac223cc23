import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'

const app = await startTestApp()
const { database } = app
const { add, makeProvider, makePlace } = directoryOf(app)
const { call } = await app.someone()

const found = async (text: string) => {
  const { body } = await call('GET', `/api/service/?text=${encodeURIComponent(text)}`)
  return body.items.map((each: { name: string }) => each.name)
}
async function makeServiceAt(name: string, place: Record<string, unknown>) {
  const organization = await makeProvider()
  const service = await add('service', { organizationId: organization.id, name })
  return makePlace(service, { organizationId: organization.id, ...place })
}

it('DIR-01 a service is found by the name of its place, also misspelled, and by that of today only', async () => {
  const location = await makeServiceAt('Hot soup', { name: 'Marigold Fieldhouse', alternateName: 'Old Tannery' })
  expect(await found('marigold fieldhouse')).toEqual(['Hot soup'])
  expect(await found('tannery')).toEqual(['Hot soup'])
  expect(await found('marigodl')).toEqual(['Hot soup'])
  await database.updateTable('location').set({ name: 'Lupine Commons' }).where('id', '=', location).execute()
  expect(await found('lupine commons')).toEqual(['Hot soup'])
  expect(await found('fieldhouse')).not.toContain('Hot soup')
})

it('DIR-01 ORG-10 the name of a confidential place finds nothing, also once it becomes confidential', async () => {
  const open = await makeServiceAt('Quiet room', { name: 'Foxglove Annex' })
  await makeServiceAt('Safe night', { name: 'Larkspur Cottage', isConfidential: true })
  expect(await found('foxglove')).toEqual(['Quiet room'])
  expect(await found('larkspur')).toEqual([])
  await database.updateTable('location').set({ isConfidential: true }).where('id', '=', open).execute()
  expect(await found('foxglove')).toEqual([])
  const kept = await sql`select from service_search where document::text ~ 'foxglov|larkspur'`.execute(database)
  expect(kept.rows).toEqual([])
  for (const typed of ['foxglvoe', 'larkspru']) {
    const { body } = await call('GET', `/api/service/?text=${typed}`)
    expect([typed, body.searchedFor, body.items]).toEqual([typed, null, []])
  }
  expect((await sql`select from search_word where word in ('foxglove', 'larkspur')`.execute(database)).rows).toEqual([])
})
