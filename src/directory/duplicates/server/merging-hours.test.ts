import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { weekdays } from '#directory/services/directory-rows.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import type { WeekHours } from '#directory/services/week-hours.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
const { database } = product
const { call: dana } = await product.someone({ roles: ['data-manager'] })

/** One service that is given, with other hours, at what is the same hall twice. */
const files = {
  'organizations.csv': 'id,name\no,Tern House\n',
  'locations.csv': 'id,organization_id,name\nl,o,Tern Hall\nm,o,Tern Hall\n',
  'addresses.csv':
    'id,location_id,address_1,city,state_province,postal_code\nx,l,8 Pier Road,Buffalo,NY,14201\ny,m,8 Pier Rd,Buffalo,NY,14201\n',
  'services.csv': 'id,organization_id,name,status\nb,o,Tern advice,active\n',
  'service_at_location.csv': 'id,service_id,location_id\nb1,b,l\nb2,b,m\n',
  'schedules.csv':
    'id,service_at_location_id,freq,byday,opens_at,closes_at\nh,b1,WEEKLY,MO,09:00,12:00\ni,b2,WEEKLY,TU,13:00,15:00\nj,b2,MONTHLY,1WE,10:00,11:00\nk,b1,MONTHLY,2WE,10:00,11:00\n',
}
async function bring(changed: Partial<typeof files> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  await importDirectory(database, { folder, sourceName: 'tern', removesMuch: true })
  await product.workJobs()
}
const idOf = async (table: 'location' | 'service', sourceKey: string) =>
  String(
    (await database.selectFrom(table).select('id').where('sourceKey', '=', sourceKey).executeTakeFirstOrThrow()).id,
  )
let [stays, gone, service, pair] = ['', '', '', '']
const versionOf = async (path: string) => (await dana('GET', `${path}/editor`)).body.version
async function weekAt(place: string): Promise<WeekHours> {
  return (await dana('GET', `/api/service/${service}/editor`)).body.values.hours[place]
}
/** The days with their hours, and how many rules are text. */
async function saidAt(place: string) {
  const { days, rules } = await weekAt(place)
  const open = days.flatMap(({ spans }, at) => spans.map(({ opensAt }) => `${weekdays[at]} ${opensAt}`))
  return [...open, rules.length].join(', ')
}
/** Saves these days as open from a time for two hours, or as closed, and leaves the rest of the week. */
async function edit(place: string, changed: Partial<Record<(typeof weekdays)[number], string | null>>) {
  const week = await weekAt(place)
  const days = week.days.map((day, at) => {
    const opensAt = changed[weekdays[at] as (typeof weekdays)[number]]
    if (opensAt === undefined) return day
    return opensAt === null
      ? { state: 'closed', spans: [] }
      : { state: 'open', spans: [{ opensAt, closesAt: `${Number(opensAt.slice(0, 2)) + 2}:00` }] }
  })
  const version = await versionOf(`/api/service/${service}`)
  const changes = { hours: { [place]: { ...week, days } } }
  expect((await dana('PUT', `/api/service/${service}`, { version, changes })).status).toBe(200)
}

beforeAll(async () => {
  await bring()
  ;[stays, gone, service] = [await idOf('location', 'l'), await idOf('location', 'm'), await idOf('service', 'b')]
  const found = database.selectFrom('duplicatePair').select('id').where('kind', '=', 'location')
  pair = String((await found.executeTakeFirstOrThrow()).id)
})

it('DIR-11 ORG-05 hours that a person edited at a place stay edited after the place was merged', async () => {
  await edit(gone, { FR: '15:00' })
  const versions = {
    [stays]: await versionOf(`/api/location/${stays}`),
    [gone]: await versionOf(`/api/location/${gone}`),
  }
  expect((await dana('POST', `/api/duplicate/${pair}/merge`, { stays, versions, take: [] })).status).toBe(204)
  expect(await saidAt(stays)).toBe('MO 09:00, TU 13:00, FR 15:00, 2')
  await bring({ 'schedules.csv': files['schedules.csv'].replace('TU,13', 'SA,12') })
  expect(await saidAt(stays)).toBe('MO 09:00, TU 13:00, FR 15:00, 2')
})

it('DIR-11 ORG-07 hours of a service that was given at both merged places are corrected as one, and given back', async () => {
  await edit(stays, { TU: null, TH: '10:00' })
  expect(await saidAt(stays)).toBe('MO 09:00, TH 10:00, FR 15:00, 2')
  await edit(stays, { MO: null, SU: '08:00' })
  expect(await saidAt(stays)).toBe('TH 10:00, FR 15:00, SU 08:00, 2')
  expect((await dana('POST', `/api/duplicate/${pair}/separation`, {})).status).toBe(204)
  const both = [await saidAt(stays), await saidAt(gone)].sort()
  expect(both).toEqual(['FR 15:00, 1', 'TH 10:00, SU 08:00, 1'])
})
