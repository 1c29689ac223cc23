import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
const { database } = product
const { call } = await product.someone({ roles: ['platform-admin'] })

const files = {
  'organizations.csv': 'id,name,email\no,Quay House,office@quay.test\n',
  'programs.csv': 'id,organization_id,name,description\np,o,Quay Families,For families\n',
  'locations.csv': 'id,organization_id,name,latitude,longitude\nl,o,Quay Hall,42.88,-78.87\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na,l,1 Quay,Buffalo,NY,14201\n',
  'accessibility.csv': 'id,location_id,description\nc,l,Ramp\n',
  'services.csv': 'id,organization_id,program_id,name\ns,o,p,Quay rides\n',
  'service_at_location.csv': 'id,service_id,location_id\nsl,s,l\n',
  'schedules.csv': 'id,location_id,freq,byday,opens_at,closes_at\nh,l,WEEKLY,MO,09:00,12:00\n',
  'contacts.csv':
    'id,organization_id,service_id,location_id,name,title\nco,o,,,Olga Reyes,Director\ncl,o,,l,Lea Kim,Porter\ncs,o,s,,Sam Ortiz,Driver\n',
  'phones.csv':
    'id,organization_id,service_id,location_id,contact_id,number\n1,o,,,,716-555-0100\n2,o,,l,,716-555-0101\n3,o,s,,,716-555-0102\n4,,,,co,716-555-0103\n',
}
function bring(changed: Partial<typeof files> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'quay' })
}
await bring()
const kinds = ['organization', 'location', 'service'] as const
type Kind = (typeof kinds)[number]
const idOf = async (kind: Kind) => (await database.selectFrom(kind).select('id').executeTakeFirstOrThrow()).id as string
const ids = {
  organization: await idOf('organization'),
  location: await idOf('location'),
  service: await idOf('service'),
}
const path = (kind: Kind, rest = '') => `/api/${kind}/${ids[kind]}${rest}`
const editor = async (kind: Kind) => (await call('GET', path(kind, '/editor'))).body
const save = (kind: Kind, version: number, changes: object) =>
  call('PUT', path(kind, kind === 'organization' ? '/editor' : ''), { version, changes })
interface Change {
  version: number
  cause: string
  changedBy: string | null
  fields: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}
/** What was done after a version, the first change first. */
const since = async (kind: Kind, version: number): Promise<Change[]> =>
  (await call('GET', path(kind, '/history'))).body.items
    .filter((change: Change) => change.version > version)
    .toReversed()

/** Each field that imports changed since, with what they found and what they left. */
async function importedSince(kind: Kind, version: number) {
  const changes = await since(kind, version)
  expect(changes.map((change) => [change.version, change.cause, change.changedBy])).toEqual(
    changes.map((_, n) => [version + n + 1, 'import', null]),
  )
  return {
    before: Object.assign({}, ...changes.toReversed().map((change) => change.before)),
    after: Object.assign({}, ...changes.map((change) => change.after)),
  }
}

it('ORG-12 listings that an import adds, or finds as they were, have no version besides the first', async () => {
  await bring()
  for (const kind of kinds) {
    expect([kind, (await editor(kind)).version]).toEqual([kind, 1])
    expect([kind, await since(kind, 0)]).toEqual([kind, []])
  }
})

it('ORG-12 people and numbers that are gone from a source, and come back, are in the history of what they belonged to', async () => {
  const before = await Promise.all(kinds.map(editor))
  await bring({
    'contacts.csv': 'id,organization_id,service_id,location_id,name,title\n',
    'phones.csv': 'id,organization_id,service_id,location_id,contact_id,number\n',
  })
  const without = await Promise.all(kinds.map(editor))
  await bring()
  for (const [at, kind] of kinds.entries()) {
    const { version, values } = before[at]
    const { phones, contacts } = values
    expect([kind, phones.length, contacts.length]).toEqual([kind, 1, 1])
    const changes = await importedSince(kind, version)
    expect([kind, changes.before, changes.after]).toEqual([kind, { phones, contacts }, { phones, contacts }])
    const back = await importedSince(kind, without[at].version)
    expect([kind, back.before]).toEqual([kind, { phones: [], contacts: [] }])
    expect((await editor(kind)).values).toEqual(values)
  }
})

it('ORG-05 ORG-12 numbers, people and programs of an organization that an import changed are in its history, are a conflict, and are restored', async () => {
  const before = await editor('organization')
  const others = [await editor('location'), await editor('service')]
  await bring({
    'programs.csv': `${files['programs.csv'].replace('Quay Families', 'Quay Youth')}q,o,Quay Elders,\n`,
    'contacts.csv': files['contacts.csv'].replace('Director', 'Chair'),
    'phones.csv': files['phones.csv'].replace('0100', '0190').replace('0103', '0193'),
  })
  const now = await editor('organization')
  const { phones, contacts, programs } = before.values
  const imported = await importedSince('organization', before.version)
  expect(imported.before).toEqual({ phones, contacts, programs })
  expect(imported.after).toEqual({
    phones: now.values.phones,
    contacts: now.values.contacts,
    programs: now.values.programs,
  })
  expect(now.values.contacts).toMatchObject([{ title: 'Chair', phones: [{ number: '716-555-0193' }] }])
  expect(now.values.programs.map(({ name }: { name: string }) => name)).toEqual(['Quay Elders', 'Quay Youth'])
  // What names the organization but belongs to a place or a service is theirs alone.
  expect([await editor('location'), await editor('service')]).toEqual([
    others[0],
    { ...others[1], ownPrograms: expect.anything() },
  ])

  for (const [field, value] of Object.entries({ phones: [], contacts: [], programs: [] })) {
    const refused = await save('organization', before.version, { [field]: value })
    expect([refused.status, refused.body.theirs?.map((one: { field: string }) => one.field)]).toEqual([409, [field]])
  }
  const restored = await call('POST', path('organization', `/history/${before.version}/restore`), {
    version: now.version,
  })
  expect([restored.status, restored.body.values]).toEqual([200, before.values])
  await bring({ 'phones.csv': files['phones.csv'].replace('0100', '0191') })
  expect((await editor('organization')).values).toEqual(before.values)
})

it('ORG-05 ORG-12 whatever of a place an import changed is in its history, is a conflict, and is restored', async () => {
  const before = await editor('location')
  // A point on the map is no field that people edit.
  await bring({ 'locations.csv': files['locations.csv'].replace('42.88', '42.89') })
  expect(await since('location', before.version)).toEqual([])
  const moved = await editor('location')
  expect(moved.values).toEqual(before.values)
  await bring({
    'locations.csv': files['locations.csv'].replace('Quay Hall', 'Quay Center'),
    'addresses.csv': files['addresses.csv'].replace('1 Quay', '2 Quay'),
    'accessibility.csv': files['accessibility.csv'].replace('Ramp', 'Elevator'),
    'schedules.csv': files['schedules.csv'].replace('MO', 'TU'),
    'contacts.csv': files['contacts.csv'].replace('Porter', 'Caretaker'),
    'phones.csv': files['phones.csv'].replace('0101', '0191'),
  })
  const now = await editor('location')
  const fields = ['name', 'address1', 'accessibility', 'contacts', 'phones', `hours:${ids.location}`]
  const imported = await importedSince('location', moved.version)
  expect(Object.keys(imported.after).sort()).toEqual(fields.sort())
  for (const [side, { values }] of [
    ['before', before],
    ['after', now],
  ] as const)
    for (const field of fields)
      expect([field, imported[side][field]]).toEqual([
        field,
        field.startsWith('hours:') ? values.hours[ids.location] : values[field],
      ])
  expect(now.values).toMatchObject({ name: 'Quay Center', address1: '2 Quay', accessibility: 'Elevator' })

  const refused = await save('location', moved.version, { phones: [] })
  expect([refused.status, refused.body.theirs?.map((one: { field: string }) => one.field)]).toEqual([409, ['phones']])
  const restored = await call('POST', path('location', `/history/${moved.version}/restore`), { version: now.version })
  expect([restored.status, restored.body.values]).toEqual([200, before.values])
})
