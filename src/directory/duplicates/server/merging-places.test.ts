import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { weekdays } from '#directory/services/directory-rows.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { findDuplicatesTask } from './find-duplicates.ts'

const product = await startTestApp()
const { database } = product
const dana = await product.someone({ roles: ['data-manager'] })

const place = (id: string, name: string, note: string) => `${id},o,${name},${note}\n`
/** One source that lists its hall once for each of its services; `b` is given at both. */
const files = {
  'organizations.csv': 'id,name\no,Tern House\n',
  'locations.csv': `id,organization_id,name,description\n${place('l', 'Tern Hall', 'By the water')}${place('m', 'Tern Hall', 'Red door')}`,
  'addresses.csv':
    'id,location_id,address_1,city,state_province,postal_code\nx,l,8 Pier Road,Buffalo,NY,14201\ny,m,8 Pier Rd,Buffalo,NY,14201-1234\n',
  'services.csv': 'id,organization_id,name,status\na,o,Tern lunch,active\nb,o,Tern advice,active\n',
  'service_at_location.csv': 'id,service_id,location_id\na1,a,l\nb1,b,l\nb2,b,m\n',
  'schedules.csv':
    'id,location_id,freq,byday,opens_at,closes_at\nh,l,WEEKLY,MO,09:00,12:00\ni,m,WEEKLY,TU,13:00,15:00\n',
  'accessibility.csv': 'id,location_id,accessibility\nr,l,Ramp\ns,m,Elevator\n',
  'phones.csv': 'id,location_id,number\np,l,716-555-0100\nq,m,716-555-0200\n',
}
type Files = Partial<typeof files>
async function bring(changed: Files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  const { records } = await importDirectory(database, { folder, sourceName: 'tern', removesMuch: true })
  await product.workJobs()
  return Object.entries(records).flatMap(([kind, { inserted, updated, removed }]) =>
    inserted + updated + removed ? [`${kind} +${inserted} ~${updated} -${removed}`] : [],
  )
}
const idOf = async (table: 'location' | 'service', sourceKey: string) =>
  String(
    (await database.selectFrom(table).select('id').where('sourceKey', '=', sourceKey).executeTakeFirstOrThrow()).id,
  )
const editor = async (id: string) => (await dana.call('GET', `/api/location/${id}/editor`)).body
const valuesOf = async (id: string) => {
  const { phones, hours, ...texts } = (await editor(id)).values
  const numbers = phones.map(({ number }: { number: string }) => number).sort()
  return { ...texts, numbers, days: weekdays.filter((_, at) => hours[id].days[at].spans.length).join() }
}
const placesOf = async (key: string) => {
  const { body } = await dana.call('GET', `/api/service/${await idOf('service', key)}`)
  return body.places.map(({ id }: { id: string }) => id)
}
const pairOf = async () =>
  String(
    (await database.selectFrom('duplicatePair').select('id').where('kind', '=', 'location').executeTakeFirstOrThrow())
      .id,
  )
const merge = async (take: string[]) => {
  const versions = { [stays]: (await editor(stays)).version, [gone]: (await editor(gone)).version }
  return dana.call('POST', `/api/duplicate/${await pairOf()}/merge`, { stays, versions, take })
}
const separate = async () => dana.call('POST', `/api/duplicate/${await pairOf()}/separation`, {})
const rowsOf = async () =>
  JSON.stringify(
    await Promise.all([
      database.selectFrom('schedule').select(['id', 'locationId', 'byday', 'sourceKey']).orderBy('id').execute(),
      database.selectFrom('address').select(['id', 'address1', 'postalCode']).orderBy('id').execute(),
      database.selectFrom('accessibility').select(['locationId', 'description']).orderBy('id').execute(),
      database.selectFrom('phone').select(['locationId', 'number']).orderBy('id').execute(),
      database.selectFrom('serviceAtLocation').select(['id', 'locationId']).orderBy('id').execute(),
      database
        .selectFrom('location')
        .select(['id', 'organizationId', 'zipLatitude', 'editedOn'])
        .orderBy('id')
        .execute(),
    ]),
  )
let [stays, gone, before] = ['', '', '']
beforeAll(async () => {
  await bring()
  ;[stays, gone] = [await idOf('location', 'l'), await idOf('location', 'm')]
  before = await rowsOf()
})

it('ORG-10 DIR-11 places of two organizations, or a confidential one, are not merged', async () => {
  const { id: other } = await makeOrganization(database, { standing: 'listed' })
  const { organizationId } = await database
    .selectFrom('location')
    .select('organizationId')
    .where('id', '=', gone)
    .executeTakeFirstOrThrow()
  const write = (row: object) => database.updateTable('location').set(row).where('id', '=', gone).execute()
  await write({ organizationId: other })
  expect((await merge([])).body.code).toBe('merge-organizations')
  await write({ organizationId })
  const versions = { [stays]: (await editor(stays)).version, [gone]: (await editor(gone)).version }
  await write({ isConfidential: true })
  const refused = await dana.call('POST', `/api/duplicate/${await pairOf()}/merge`, {
    stays,
    versions,
    take: ['address'],
  })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([404, expect.not.stringContaining('Pier')])
  await write({ isConfidential: false })
  await bring()
})

it('DIR-11 of two places one stays with what was chosen; services are given there once, whatever either source says', async () => {
  const take = ['address', 'hours', 'phones', 'accessibility']
  const [first, second] = await Promise.all([merge(take), merge(take)])
  expect([first.status, second.status].sort()).toEqual([204, 409])
  const merged = {
    ...{ address1: '8 Pier Rd', postalCode: '14201-1234', description: 'By the water', days: 'TU' },
    ...{ accessibility: 'Elevator\nRamp', numbers: ['716-555-0100', '716-555-0200'] },
  }
  expect(await valuesOf(stays)).toMatchObject(merged)
  expect([await placesOf('a'), await placesOf('b')]).toEqual([[stays], [stays]])
  const listed = (await dana.call('GET', `/api/listing/?organizationId=${(await editor(stays)).organizationId}`)).body
  expect(listed.places.map(({ id }: { id: string }) => id)).toEqual([stays])
  expect(listed.services.map(({ placeCount }: { placeCount: number }) => placeCount)).toEqual([1, 1])
  const points = await database.selectFrom('servicePoint').select('locationId').execute()
  expect(new Set(points.map(({ locationId }) => locationId))).toEqual(new Set([stays]))
  // Nothing new changes nothing, and neither source takes back what was chosen.
  expect(await bring()).toEqual([])
  expect(await valuesOf(stays)).toMatchObject(merged)
  expect((await editor(stays)).values.hours[stays].rules).toEqual([])
})

it('DIR-11 after a merge of places both go on: what was taken follows its source, a new service comes to the one', async () => {
  await bring({
    'addresses.csv': files['addresses.csv'].replace('8 Pier Road', '9 Pier Road').replace('8 Pier Rd', '10 Pier Rd'),
    'locations.csv': files['locations.csv'].replace('Red door', 'Blue door'),
    'services.csv': `${files['services.csv']}c,o,Tern coats,active\n`,
    'service_at_location.csv': `${files['service_at_location.csv']}c1,c,m\n`,
  })
  expect(await valuesOf(stays)).toMatchObject({ address1: '10 Pier Rd', description: 'Blue door', days: 'TU' })
  expect(await placesOf('c')).toEqual([stays])
  await bring()
})

const historyOf = async (id: string) => (await dana.call('GET', `/api/location/${id}/history`)).body
const rowOf = (id: string) =>
  database.selectFrom('location').select(['organizationId', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

it('ORG-10 DIR-11 a place merged into one that becomes confidential is as hidden, until that one is shown again', async () => {
  expect((await historyOf(gone)).items.length).toBeGreaterThan(0)
  const organizationId = String((await rowOf(stays)).organizationId)
  const stand = (standing: 'listed' | 'verified') =>
    database.updateTable('organization').set({ standing }).where('id', '=', organizationId).execute()
  await stand('verified')
  const owner = await product.someone({ organizationId, roles: ['organization-admin'] })
  const mark = async (isConfidential: boolean) => {
    const { version } = await rowOf(stays)
    return (await owner.call('PUT', `/api/location/${stays}/confidentiality`, { version, isConfidential })).status
  }
  expect(await mark(true)).toBe(200)
  await bring({ 'addresses.csv': files['addresses.csv'].replace('8 Pier Rd', '11 Pier Rd') })
  const answers = [
    await dana.call('GET', `/api/location/${gone}/editor`),
    await dana.call('GET', `/api/location/${gone}/history`),
    await dana.call('GET', '/api/duplicate/merged'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200])
  expect(JSON.stringify(answers)).not.toMatch(/pier|tern hall|water|door/i)
  expect((await owner.call('GET', `/api/location/${gone}/editor`)).body.values.address1).toBe('11 Pier Rd')
  expect(await mark(false)).toBe(200)
  await stand('listed')
  await bring()
  expect(await valuesOf(stays)).toMatchObject({ address1: '8 Pier Rd' })
  expect((await historyOf(gone)).items.at(-1)).toMatchObject({ after: { isConfidential: false } })
})

it('DIR-11 news of a place whose other place is removed hold up nothing, and are read when that is back', async () => {
  const { organizationId } = await rowOf(stays)
  const ownedBy = (owner: typeof organizationId) =>
    database.updateTable('location').set({ organizationId: owner }).where('id', '=', stays).execute()
  await ownedBy(null)
  await bring({ 'locations.csv': files['locations.csv'].replace('Red door', 'Green door') })
  await product.runTask(findDuplicatesTask)
  await ownedBy(organizationId)
  await product.runTask(findDuplicatesTask)
  expect(await valuesOf(stays)).toMatchObject({ description: 'Green door' })
  await bring()
})

it('DIR-11 undone, both places are as their source says, row by row, and are not proposed again', async () => {
  const [first, second] = await Promise.all([separate(), separate()])
  expect([first.status, second.status]).toEqual([204, 204])
  expect(await valuesOf(stays)).toMatchObject({ days: 'MO', accessibility: 'Ramp', numbers: ['716-555-0100'] })
  expect(await valuesOf(gone)).toMatchObject({ address1: '8 Pier Rd', days: 'TU', description: 'Red door' })
  await bring()
  expect(await rowsOf()).toBe(before)
  expect((await placesOf('b')).sort()).toEqual([stays, gone].sort())
  expect((await dana.call('GET', '/api/duplicate/?kind=location')).body.items).toEqual([])
})
