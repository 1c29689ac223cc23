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
  'organizations.csv': 'id,name\no,Ferry House\n',
  'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\n',
  'services.csv': 'id,organization_id,name\na,o,Ferry rides\nb,o,Ferry advice\n',
  'service_at_location.csv': 'id,service_id,location_id\nal,a,l\n',
  'phones.csv': 'id,service_id,number\npa,a,716-555-0100\npb,b,716-555-0101\n',
  'languages.csv': 'service_id,name\na,English\nb,English\n',
  'schedules.csv':
    'service_id,location_id,freq,byday,opens_at,closes_at\n,l,WEEKLY,MO,09:00,12:00\nb,,WEEKLY,MO,09:00,12:00\n',
}
function bring(changed: Partial<typeof files> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'ferry' })
}
await bring()
const idOf = async (name: string) =>
  (await database.selectFrom('service').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const [rides, advice] = [await idOf('Ferry rides'), await idOf('Ferry advice')]
const place = (await database.selectFrom('location').select('id').executeTakeFirstOrThrow()).id as string
const path = (id: string, rest = '') => `/api/service/${id}${rest}`
const editor = async (id: string) => (await call('GET', path(id, '/editor'))).body
const history = async (id: string) => (await call('GET', path(id, '/history'))).body.items

it('ORG-12 a service that an import adds, or finds as it was, has no version besides the first', async () => {
  await bring()
  for (const id of [rides, advice]) {
    expect((await editor(id)).version).toBe(1)
    expect(await history(id)).toEqual([])
  }
})

it('ORG-05 ORG-12 phones that an import changed are a conflict, and can be restored', async () => {
  const [before, other] = [await editor(rides), await editor(advice)]
  await bring({ 'phones.csv': files['phones.csv'].replace('0100', '0199') })
  const [newest, ...older] = await history(rides)
  expect(older).toEqual([])
  expect(newest).toMatchObject({ version: 2, cause: 'import', changedBy: null, fields: ['phones'] })
  expect(newest.before.phones).toEqual(before.values.phones)
  expect(newest.after.phones).toMatchObject([{ number: '716-555-0199' }])
  expect(await editor(advice)).toEqual(other)

  const phones = [{ number: '(716) 555-0142', extension: null, type: 'voice', description: null }]
  const save = (version: number) => call('PUT', path(rides), { version, changes: { phones } })
  const refused = await save(before.version)
  expect([refused.status, refused.body.code, refused.body.theirs.map((t: { field: string }) => t.field)]).toEqual([
    ...[409, 'stale-version'],
    ['phones'],
  ])
  const saved = await save(refused.body.current.version)
  const restored = await call('POST', path(rides, '/history/2/restore'), { version: saved.body.version })
  expect(restored.body.values.phones).toEqual(newest.after.phones)
})

it('ORG-05 ORG-12 languages and hours that an import changed or removed are conflicts, also the hours of the place', async () => {
  const [ofRides, ofAdvice] = [await editor(rides), await editor(advice)]
  await bring({
    'languages.csv': 'service_id,name\na,English\n',
    'schedules.csv': files['schedules.csv'].replaceAll('MO,09:00', 'TU,10:00'),
  })
  const fieldsSince = async (id: string, version: number) =>
    (await history(id))
      .filter((change: { version: number }) => change.version > version)
      .flatMap((change: { fields: string[] }) => change.fields)
  expect(new Set(await fieldsSince(rides, ofRides.version))).toEqual(new Set([`hours:${place}`]))
  expect(new Set(await fieldsSince(advice, ofAdvice.version))).toEqual(new Set(['languages', 'hours:service']))
  const days = ofRides.values.hours[place].days.with(6, { state: 'appointment', spans: [] })
  for (const [id, { version }, changes] of [
    [rides, ofRides, { hours: { [place]: { days, rules: [] } } }],
    [advice, ofAdvice, { hours: { service: { days, rules: [] } } }],
    [advice, ofAdvice, { languages: ['Karen'] }],
  ] as const)
    expect((await call('PUT', path(id), { version, changes })).status).toBe(409)
  const { version } = await editor(advice)
  const restored = await call('POST', path(advice, `/history/${ofAdvice.version}/restore`), { version })
  expect(restored.body.values).toEqual(ofAdvice.values)
})

it('DIR-03 ORG-05 what an import brought opens in the editor, also many numbers and an address that nobody could type', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  const owners = ['organization_id,o', 'service_id,s', 'location_id,l'].map((owner) => owner.split(','))
  const lines = Array.from({ length: 25 }, (_, n) => `716-555-01${n + 10}`)
  const files = {
    'organizations.csv': 'id,name,email\no,County Aid,info.@county.example\n',
    'locations.csv': 'id,organization_id,name\nl,o,County Hall\n',
    'services.csv': 'id,organization_id,name,email\ns,o,County advice,info.@county.example\n',
    'phones.csv': `id,organization_id,service_id,location_id,number\n${owners
      .flatMap(([owner = '', id], at) =>
        lines.map(
          (number, n) =>
            `${owner}${n},${[at === 0 ? id : '', at === 1 ? id : '', at === 2 ? id : ''].join()},${number}`,
        ),
      )
      .join('\n')}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await importDirectory(database, { folder, sourceName: 'county' })
  for (const [table, path] of [
    ['organization', 'organization'],
    ['service', 'service'],
    ['location', 'location'],
  ] as const) {
    const { id } = await database
      .selectFrom(table)
      .select('id')
      .where('sourceName', '=', 'county')
      .executeTakeFirstOrThrow()
    const { status, body } = await call('GET', `/api/${path}/${id}/editor`)
    expect([path, status, body.values?.phones.length]).toEqual([path, 200, 25])
    if (table !== 'location') expect(body.values.email).toBe('info.@county.example')
    const save = table === 'organization' ? `/api/organization/${id}/editor` : `/api/${path}/${id}`
    const saved = await call('PUT', save, { version: body.version, changes: { description: 'Said here.' } })
    expect([saved.status, saved.body.values.description]).toEqual([200, 'Said here.'])
    const phones = body.values.phones.slice(1)
    const fewer = await call('PUT', save, { version: saved.body.version, changes: { phones } })
    expect([fewer.status, fewer.body.values?.phones.length]).toEqual([200, 24])
  }
})
