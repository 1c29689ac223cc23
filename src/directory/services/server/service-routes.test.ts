import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onOneConnection } from '#platform/server/database.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { isStale } from '../directory-policy.ts'
import { importDemoDirectory } from './directory-public.ts'
import { findServiceDetail } from './service-detail-queries.ts'
import { listServiceItems } from './service-item-queries.ts'
import { placeReaderOf } from './shown-place.ts'

const product = await startTestApp()
const { database } = product
await importDemoDirectory(database)
const staff = await makeAccount(database, { organizationId: (await makeOrganization(database)).id })
const call = await product.signIn(staff.email, staff.password)

const search = async (query: string, by: Caller = call) => (await by('GET', `/api/service/?${query}`)).body
const names = async (query: string) => ((await search(query)).items as { name: string }[]).map((i) => i.name)
const term = async (name: string) => {
  const { body } = await call('GET', '/api/taxonomyTerm/')
  return body.items.find((t: { name: string }) => t.name === name)
}
const serviceOf = (sourceKey: string) =>
  database
    .selectFrom('service')
    .selectAll()
    .where('sourceName', '=', 'demo')
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirstOrThrow()

it('DIR-01 finds services by their words in any form, those with the word in the name first', async () => {
  const found = await names('text=counseled')
  expect(found.slice(0, 3).toSorted()).toEqual(['Counseling', 'Counseling and Advocacy', 'Housing Counseling'])
  expect(await names('text=vaccinated')).toEqual(['Primary Care'])
  expect(await names('text=harbor housing rent')).toContain('Emergency Rent Help')
})

it('DIR-01 finds what was meant by a misspelt word, and says what it searched for', async () => {
  const answer = await search('text=wekly+pantrey')
  expect(answer.items[0].name).toBe('Weekly Food Pantry')
  expect(answer.searchedFor).toBe('weekly pantry')
  expect((await search('text=pantry')).searchedFor).toBeNull()
})

it('DIR-01 finds by a word that means the same, in English and Spanish', async () => {
  expect(await names('text=food+stamps')).toContain('SNAP and WIC Application Help')
  expect(await names('text=attorneys')).toContain('Eviction Defense')
  expect(await names('text=guarder%C3%ADa')).toContain('Infant and Toddler Care')
})

it('DIR-01 shows what has one of the words when nothing has all', async () => {
  expect(await names('text=pantry+welding+zebra+telescope')).toContain('Weekly Food Pantry')
  expect(await names('text=qqqqxz')).toEqual([])
})

it('DIR-01 finds by category with all below it, and any of several', async () => {
  const food = await term('Food')
  const legal = await term('Legal')
  const foodServices = await names(`category=${food.id}`)
  expect(foodServices).toEqual(expect.arrayContaining(['Weekly Food Pantry', 'Meals on Wheels', 'Sunday Table']))
  expect(foodServices).not.toContain('Eviction Defense')
  expect(foodServices).toHaveLength(food.serviceCount)
  const both = await names(`category=${food.id}&category=${legal.id}`)
  expect(both).toEqual(expect.arrayContaining(['Weekly Food Pantry', 'Eviction Defense']))
})

it('DIR-01 finds within a distance of a ZIP, nearest first among equals', async () => {
  const { items } = await search('near=14213&radius=2')
  const distances = items.flatMap((i: { distance: number | null }) => i.distance ?? [])
  expect(items[0].place.postalCode).toBe('14213')
  expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
  expect(Math.max(...distances)).toBeLessThanOrEqual(2)
  const everywhere = await names('limit=200')
  const around = await names('near=14213&radius=50&limit=200')
  expect(around.length).toBeGreaterThan(items.length)
  expect(everywhere).toContain('Safety Hotline')
  // It has no location; all that is known is that its directory is of New York.
  expect(around.at(-1)).toBe('Safety Hotline')
})

it('DIR-01 measures miles as the globe has them', async () => {
  const { items } = await search('near=60602&radius=100&limit=200')
  expect(items).toEqual([])
  const clinic = (await search('near=14202&radius=25&text=primary+care')).items[0]
  // 14202 to 42.9166, -78.8896 by the haversine formula.
  expect(clinic.distance).toBeGreaterThan(1.5)
  expect(clinic.distance).toBeLessThan(3)
})

it('DIR-01 shows only what is open now, by the hours of this minute and this place’s time zone', async () => {
  const open = await names('openNow=true&limit=200')
  expect(open).toEqual(expect.arrayContaining(['Family Shelter', 'Safety Hotline', 'Recovery Line']))
  const { items } = await search('limit=200')
  for (const item of items as { name: string; isOpenNow: boolean | null }[])
    expect(open.includes(item.name), item.name).toBe(item.isOpenNow === true)

  const { id } = await serviceOf('pantry')
  await database
    .insertInto('schedule')
    .values({ serviceId: id, freq: 'WEEKLY', byday: 'MO,TU,WE,TH,FR,SA,SU', opensAt: '00:00', closesAt: '24:00' })
    .execute()
  expect(await names('openNow=true&limit=200')).toContain('Weekly Food Pantry')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: product.config.timeZone }).format(new Date())
  await database
    .insertInto('schedule')
    .values({ serviceId: id, isHoliday: true, validFrom: today, validTo: today })
    .execute()
  expect(await names('openNow=true&limit=200')).not.toContain('Weekly Food Pantry')
})

it('DIR-01 finds by language, age and cost', async () => {
  expect(await names('language=karen')).toEqual(expect.arrayContaining(['Interpreters', 'Weekly Food Pantry']))
  expect(await names('language=Karen')).not.toContain('Eviction Defense')
  const forChildren = await names('age=4&limit=200')
  expect(forChildren).toContain('Free Preschool')
  expect(forChildren).not.toContain('Meals on Wheels')
  const free = await names('free=true&limit=200')
  expect(free).toContain('Eviction Defense')
  expect(free).not.toContain('Dental Care')
})

it.each([
  'limit=7',
  'limit=7&text=help',
  'limit=3&near=14213&radius=100',
  'limit=3&near=14213&radius=100&text=free',
  'limit=5&text=children+zebra',
])('DIR-01 pages %s by key, complete and without doubles', async (query) => {
  const whole = await names(`${query}&limit=200`.replace(/limit=\d+&/, ''))
  const paged: string[] = []
  let cursor = ''
  do {
    const page = await search(`${query}${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items.map((i: { name: string }) => i.name))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(whole.length).toBeGreaterThan(4)
  expect(paged).toEqual(whole)
})

it('DIR-01 gives each result its organization, place, phones, hours and categories', async () => {
  const { items } = await search('text=primary+care&near=14213')
  expect(items[0]).toMatchObject({
    name: 'Primary Care',
    organizationName: 'Lakeview Clinic',
    takesReferrals: true,
    place: {
      address: '655 Shoreline Avenue',
      city: 'Cedar Harbor',
      stateProvince: 'NY',
      postalCode: '14213',
      isApproximate: false,
      isOwn: true,
    },
    placeCount: 1,
    languages: ['Burmese', 'English', 'Spanish'],
    categories: [{ name: 'Checkup & Test' }, { name: 'Medical Care' }, { name: 'Vaccinations' }],
    assuredDate: '2026-10-12',
  })
  expect(items[0].phones[0].number).toMatch(/^716-555-01/)
})

it('DIR-02 shows everything about a service', async () => {
  const { id } = await serviceOf('rent')
  const { status, body } = await call('GET', `/api/service/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Emergency Rent Help',
    applicationProcess: 'Apply by phone or online. A worker calls within two working days.',
    eligibilityDescription: expect.stringContaining('eviction notice'),
    feesDescription: 'Free',
    waitTime: 'Two weeks',
    assuredDate: '2026-10-28',
    organization: { name: 'Harbor Housing', takesReferrals: true },
    contacts: [{ name: 'Noor Haddad', title: 'Rent help coordinator' }],
    requiredDocuments: [
      { document: 'Eviction notice or ledger from the landlord' },
      { document: 'Lease' },
      { document: 'Proof of income' },
    ],
    serviceAreas: [{ name: 'Cedar County' }],
    places: [
      {
        name: 'Harbor Housing Office',
        isOwn: true,
        transportation: expect.stringContaining('Metro'),
        addresses: [{ address1: '12 Quay Street', postalCode: '14203' }],
      },
    ],
  })
  expect(body.places[0].accessibility.map((a: { description: string }) => a.description).toSorted()).toEqual([
    'Accessible restroom',
    'Elevator',
  ])
  expect(body.places[0].languages.map((l: { name: string }) => l.name).toSorted()).toEqual(['English', 'Spanish'])
  const week = body.places[0].week as { day: string; hours: unknown[] }[]
  expect(week).toHaveLength(7)
  for (const { day, hours } of week) {
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
    const isHoliday = /-(01-01|07-04|12-25)$/.test(day)
    expect(hours, day).toEqual(isWeekend || isHoliday ? [] : [{ opensAt: '09:00', closesAt: '17:00' }])
  }
})

it('DIR-04 counts as old what nobody has verified for a year', () => {
  expect(isStale('2025-11-22', '2026-11-21', 12)).toBe(false)
  expect(isStale('2025-11-20', '2026-11-21', 12)).toBe(true)
  expect(isStale(null, '2026-11-21', 12)).toBe(true)
})

it('DIR-01 hides what is not listed from everybody but its own organization', async () => {
  const service = await serviceOf('taxes')
  expect(service.status).toBe('temporarily closed')
  expect(await names('text=tax+preparation')).not.toContain(service.name)
  expect((await call('GET', `/api/service/${service.id}`)).status).toBe(404)
  const owner = await makeAccount(database, { organizationId: service.organizationId })
  expect((await (await product.signIn(owner.email, owner.password))('GET', `/api/service/${service.id}`)).status).toBe(
    200,
  )

  const pending = await makeOrganization(database, { name: 'Pendulum Aid', standing: 'pending' })
  await database.insertInto('service').values({ organizationId: pending.id, name: 'Pendulum repair' }).execute()
  expect(await names('text=pendulum')).toEqual([])
  await database.updateTable('organization').set({ standing: 'verified' }).where('id', '=', pending.id).execute()
  expect(await names('text=pendulum')).toEqual(['Pendulum repair'])
  await database.updateTable('organization').set({ name: 'Metronome Aid' }).where('id', '=', pending.id).execute()
  expect(await names('text=metronome')).toEqual(['Pendulum repair'])
})

it('DIR-01 keeps the count of each category true when services come, change and go', async () => {
  const before = (await term('Notary'))?.serviceCount
  const id = (await term('Notary')).id
  const { organizationId } = await serviceOf('pantry')
  const service = await database
    .insertInto('service')
    .values({ organizationId, name: 'Stamps and seals' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const legal = (await term('Legal')).serviceCount
  await database.insertInto('attribute').values({ serviceId: service.id, taxonomyTermId: id }).execute()
  expect((await term('Notary')).serviceCount).toBe(before + 1)
  expect((await term('Legal')).serviceCount).toBe(legal + 1)
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', service.id).execute()
  expect((await term('Notary')).serviceCount).toBe(before)
  expect((await term('Legal')).serviceCount).toBe(legal)
})

it('DIR-01 is for who is signed in', async () => {
  expect((await product.anonymous('GET', '/api/service/')).status).toBe(401)
  expect((await product.anonymous('GET', `/api/service/${randomUUID()}`)).status).toBe(401)
  expect((await product.anonymous('GET', '/api/taxonomyTerm/')).status).toBe(401)
})

it.each([
  ['near=99999', 'near'],
  ['near=abcde', 'near'],
  ['near=14213&radius=5000', 'radius'],
  ['radius=x', 'radius'],
  ['category=food', 'category.0'],
  ['cursor=%00', 'cursor'],
  [`cursor=${Buffer.from('[1]').toString('base64url')}`, 'cursor'],
  [`cursor=${Buffer.from('["a","b"]').toString('base64url')}`, 'cursor'],
  [`cursor=${Buffer.from(JSON.stringify(['\0', randomUUID()])).toString('base64url')}`, 'cursor'],
  ['limit=0', 'limit'],
  ['limit=9999', 'limit'],
  ['openNow=maybe', 'openNow'],
  ['age=-1', 'age'],
])('DIR-01 refuses %s at its field', async (query, path) => {
  const { status, body } = await call('GET', `/api/service/?${query}`)
  expect(status).toBe(400)
  expect(body.errors[0].path).toBe(path)
})

it.each([
  "'; drop table service; --",
  '& | ! :* <->',
  '((((',
  '%',
  '\u0000',
  '\ud800',
  '\\',
  'a'.repeat(200),
  '😀 food',
  'the of and',
  ' ',
])('DIR-01 takes the words %j as words', async (text) => {
  const { status } = await call('GET', `/api/service/?text=${encodeURIComponent(text.toWellFormed())}`)
  expect(status).toBe(200)
})

it('DIR-02 answers 404 for a service that is not there and 400 for what is no identifier', async () => {
  expect((await call('GET', `/api/service/${randomUUID()}`)).status).toBe(404)
  expect((await call('GET', '/api/service/1%20or%201=1')).status).toBe(400)
})

it('0475 what shows a service is no longer planned once a connection has shown a few, however short a page is', async () => {
  const { id, organizationId } = await serviceOf(
    (
      await database
        .selectFrom('service')
        .select('sourceKey')
        .where('name', '=', 'Weekly Food Pantry')
        .executeTakeFirstOrThrow()
    ).sourceKey as string,
  )
  await onOneConnection(database, async (one) => {
    const show = async () => {
      const actor = { organizationId, roles: ['organization-staff' as const], impersonatorId: null }
      const reader = await placeReaderOf(one, actor, [id], async (_database, _organizationId, of) => of)
      await listServiceItems(one, [id], null, 'America/New_York', reader)
      await findServiceDetail(one, id, 'America/New_York', reader)
    }
    const planned = async () =>
      (
        await sql<{ plans: number; reads: string }>`
          select custom_plans::integer as plans, substring(statement from 'every_phone|program_name|own\\.is_own|as host') as reads
          from pg_prepared_statements where statement ~ 'every_phone|program_name|own\\.is_own|as host' order by 2, statement`.execute(
          one,
        )
      ).rows
    // PostgreSQL decides by the first five.
    for (let times = 0; times < 6; times++) await show()
    const before = await planned()
    expect([...new Set(before.map(({ reads }) => reads))]).toEqual([
      'as host',
      'every_phone',
      'own.is_own',
      'program_name',
    ])
    await show()
    expect(await planned()).toEqual(before)
  })
})
