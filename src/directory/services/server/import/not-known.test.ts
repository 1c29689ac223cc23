import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { directoryClock } from '../directory-clock.ts'
import { importDirectory } from './import-directory.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { database } = app
const { call } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const { call: admin } = await app.someone({ roles: ['platform-admin'], organizationId: null })
// Noon of a Monday.
vi.spyOn(directoryClock, 'now').mockReturnValue(new Date('2026-11-23T17:00:00Z'))

let sources = 0
/** Imports one service with these rows, and finds it. */
async function importOne(files: { schedules?: string[]; status?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-not-known-'))
  sources += 1
  const name = `Quill ${sources}`
  const write = (file: string, rows: string[]) => writeFileSync(join(folder, file), `${rows.join('\n')}\n`)
  write('organizations.csv', ['id,name', `o1,${name}`])
  write('services.csv', ['id,organization_id,name,status', `s1,o1,${name},${files.status ?? ''}`])
  write('schedules.csv', ['service_id,freq,byday,opens_at,closes_at,dtstart', ...(files.schedules ?? [])])
  const report = await importDirectory(database, { folder, sourceName: name })
  const { id } = await database
    .selectFrom('service')
    .select('id')
    .where('sourceName', '=', name)
    .executeTakeFirstOrThrow()
  return { report, name, id: String(id) }
}
const list = async (query: string) => (await call('GET', `/api/service/?limit=200&${query}`)).body

it.each([
  // Monday to Sunday: o is open, c closed, ? not known.
  ['weekly without a day', ['s1,WEEKLY,,09:00,17:00,'], '???????'],
  ['only times', ['s1,,,09:00,17:00,'], '???????'],
  ['weekly without a day, from a Wednesday', ['s1,WEEKLY,,09:00,17:00,2026-11-04'], 'ccocccc'],
  ['every day', ['s1,DAILY,,09:00,17:00,'], 'ooooooo'],
  ['every other week, nobody says which', ['s1,BIWEEKLY,TU,09:00,17:00,'], '???????'],
  ['every other week from a Tuesday', ['s1,BIWEEKLY,TU,09:00,17:00,2026-11-10'], 'coccccc'],
  ['once', ['s1,ONCE,,09:00,17:00,2026-11-26'], 'ccco???'],
  ['every year', ['s1,YEARLY,,09:00,17:00,2026-11-26'], '???????'],
  ['every month without a day', ['s1,MONTHLY,,09:00,17:00,'], '???????'],
  ['days without times', ['s1,WEEKLY,"MO,TU",,,'], '???????'],
  ['one day without times', ['s1,WEEKLY,MO,09:00,17:00,', 's1,WEEKLY,TU,,,'], 'o?ccccc'],
  ['one unread day', ['s1,WEEKLY,MO,09:00,17:00,', 's1,,Someday,09:00,17:00,'], 'o??????'],
  ['one unread time', ['s1,WEEKLY,MO,09:00,17:00,', 's1,WEEKLY,TU,early,17:00,'], 'o?ccccc'],
])(
  'DIR-03 a schedule without a day is on the day of its start, or not known; never every day: %s',
  async (_, schedules, week) => {
    const { id, name } = await importOne({ schedules })
    const { body } = await call('GET', `/api/service/${id}`)
    const states = (body.week as { hours: unknown[]; isKnown: boolean }[]).map(({ hours, isKnown }) =>
      hours.length ? 'o' : isKnown ? 'c' : '?',
    )
    expect(states.join('')).toBe(week)
    const now = { o: true, c: false, '?': null }[week[0] as 'o' | 'c' | '?']
    const card = (await list('')).items.find((item: { name: string }) => item.name === name)
    expect([body.isOpenNow, card.isOpenNow]).toEqual([now, now])
    const open = (await list('openNow=true')) as { items: { name: string }[]; relaxed: string[] }
    expect(!open.relaxed.includes('openNow') && open.items.some((item) => item.name === name)).toBe(now === true)
  },
)

it.each([
  ['', 'active', null, true],
  ['Active', 'active', null, true],
  ['Closed', 'defunct', null, false],
  ['on-hold', 'temporarily closed', null, false],
  ['Pending review', null, 'Pending review', true],
])('DIR-03 an unknown status means not known, never active: "%s"', async (status, stored, said, isListed) => {
  const { id, name, report } = await importOne({ status })
  expect(report.warnings.map(({ reason }) => reason)).toEqual(
    said ? ['status: "Pending review" is not understood; kept as not known'] : [],
  )
  const { body } = await admin('GET', `/api/service/${id}`)
  expect([body.status, body.statusSaid]).toEqual([stored, said])
  expect((await list('')).items.some((item: { name: string }) => item.name === name)).toBe(isListed)
  if (!isListed) return
  const feed = (await call('GET', `/hsds/services/${id}`)).body
  expect([feed.status, feed.alert]).toEqual(['active', said ? `Status not confirmed: ${said}` : undefined])
})

it('DIR-03 HSDS gets no hours that are not known', async () => {
  const { id } = await importOne({
    schedules: ['s1,WEEKLY,,09:00,17:00,', 's1,YEARLY,MO,09:00,17:00,', 's1,WEEKLY,TU,09:00,17:00,'],
  })
  expect((await call('GET', `/hsds/services/${id}`)).body.schedules).toMatchObject([{ byday: 'TU' }])
})

it('DIR-03 a mistyped first day of a rule that ends after some times costs nothing, and is not known', async () => {
  const { rows } = await sql<{ applies: boolean | null }>`
    select schedule_applies(jsonb_populate_record(null::schedule, ${JSON.stringify({
      freq: 'WEEKLY',
      byday: 'MO',
      dtstart: '0026-11-23',
      count: 1_000_000,
      is_holiday: false,
      is_understood: true,
    })}::jsonb), '2026-11-23'::date) as applies`.execute(database)
  expect(rows).toEqual([{ applies: null }])
})
