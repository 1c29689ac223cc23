import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { startTestApp } from '#test/app.ts'
import { makeFoodBank } from '#test/food-bank.ts'

const product = await startTestApp()
const { database, config } = product
const { organizationId, admin, serviceNamed } = await makeFoodBank(product)
const { call: maria } = await admin('Maria')
const { call: staff } = await product.someone({ organizationId })

const path = (id: string, rest = '') => `/api/service/${id}${rest}`
const today = () => dayIn(config.timeZone)
const inDays = (days: number) => dayAfter(today(), days)
const open = (until: string) => ({ status: 'open', perWeek: null, waitWeeks: null, until })

/** A service of the organization in the directory, found by a word of its own. */
async function addService(word: string) {
  const { id, version } = (await maria('POST', '/api/service/', { name: `Help with ${word}` })).body
  const state = (): Promise<{ version: number }> => maria('GET', path(id, '/editor')).then(({ body }) => body)
  const save = async (intake: unknown) =>
    maria('PUT', path(id), { version: (await state()).version, changes: { intake } })
  const search = async (more = '') => (await staff('GET', `/api/service/?text=${word}${more}`)).body
  const lapse = () =>
    database
      .updateTable('service')
      .set({ intakeUntil: inDays(-1), intakeStatedOn: inDays(-31) } as never)
      .where('id', '=', id)
      .execute()
  return { id, version, state, save, search, lapse }
}

it('ORG-08 an organization says whether a service takes new people, and results and its page show it with its day', async () => {
  const service = await addService('quilting')
  expect((await service.search()).items).toMatchObject([{ id: service.id, intake: null }])
  for (const [said, shown] of [
    [open(inDays(30)), open(inDays(30))],
    [
      { status: 'limited', perWeek: 5, waitWeeks: 3, until: inDays(7) },
      { status: 'limited', perWeek: 5, waitWeeks: null },
    ],
    [
      { status: 'waitlist', perWeek: 5, waitWeeks: 6, until: today() },
      { status: 'waitlist', perWeek: null, waitWeeks: 6 },
    ],
    [
      { status: 'paused', perWeek: null, waitWeeks: null, until: inDays(90) },
      { status: 'paused', until: inDays(90) },
    ],
    [
      { status: 'closed', perWeek: null, waitWeeks: null, until: inDays(366) },
      { status: 'closed', until: inDays(366) },
    ],
  ]) {
    const saved = await service.save(said)
    expect(saved.status).toBe(200)
    expect(saved.body.values.intake).toMatchObject(shown as object)
    const all = { ...(shown as object), statedOn: today(), isConfirmed: true }
    expect((await service.search()).items[0].intake).toMatchObject(all)
    expect((await staff('GET', path(service.id))).body.intake).toMatchObject(all)
  }
  const withdrawn = await service.save(null)
  expect(withdrawn.body.values.intake).toBeNull()
  expect((await staff('GET', path(service.id))).body.intake).toBeNull()
})

it('ORG-08 a day that is over or more than a year away, and numbers that are none, are refused at their field', async () => {
  const service = await addService('knitting')
  for (const [intake, error] of [
    [open(inDays(-1)), { path: 'intake.until', message: 'day-past' }],
    [open(inDays(367)), { path: 'intake.until', message: 'day-too-late' }],
    [{ ...open(inDays(1)), status: 'limited', perWeek: 0 }, { path: 'changes.intake.perWeek' }],
    [{ ...open(inDays(1)), status: 'waitlist', waitWeeks: 521 }, { path: 'changes.intake.waitWeeks' }],
    [{ ...open(inDays(1)), until: 'soon' }, { path: 'changes.intake.until' }],
    [{ ...open(inDays(1)), status: 'full' }, { path: 'changes.intake.status' }],
  ] as const) {
    const refused = await service.save(intake)
    expect([refused.status, refused.body.errors?.[0]]).toMatchObject([400, error])
  }
  expect((await service.state()).version).toBe(service.version)
})

it('ORG-08 a search for services that take new people leaves out the others, and what nobody confirmed', async () => {
  const service = await addService('beekeeping')
  const found = async () => {
    const { items, relaxed } = await service.search('&takesPeople=true')
    return [items.length, relaxed]
  }
  // Nothing is known to take people: the search says so, and shows what there is.
  expect(await found()).toEqual([1, ['takesPeople']])
  for (const status of ['open', 'limited', 'waitlist']) {
    await service.save({ ...open(inDays(3)), status })
    expect([status, ...(await found())]).toEqual([status, 1, []])
  }
  for (const status of ['paused', 'closed']) {
    await service.save({ ...open(inDays(3)), status })
    expect([status, ...(await found())]).toEqual([status, 1, ['takesPeople']])
  }
  await service.save(open(inDays(3)))
  await service.lapse()
  expect(await found()).toEqual([1, ['takesPeople']])
})

it('ORG-08 past its day a status is not confirmed; its organization is asked once, and one click renews it', async () => {
  const service = await addService('weaving')
  await service.save({ ...open(inDays(3)), status: 'limited', perWeek: 4 })
  const asked = async () =>
    (await product.outbox())
      .filter(({ text }) => text?.includes('Help with weaving'))
      .map(({ to, subject }) => [to, subject])
  await product.runTask('ask-about-intake')
  expect(await asked()).toEqual([])
  await service.lapse()
  expect((await service.search()).items[0].intake).toMatchObject({ status: 'limited', isConfirmed: false })
  expect((await maria('GET', '/api/listing/')).body.services).toContainEqual(
    expect.objectContaining({ id: service.id, intake: expect.objectContaining({ isConfirmed: false }) }),
  )
  const nora = await product.someone({ organizationId, roles: ['organization-admin'], language: 'es' })
  await Promise.all([product.runTask('ask-about-intake'), product.runTask('ask-about-intake')])
  await product.runTask('ask-about-intake')
  await product.workJobs()
  const mails = await asked()
  expect(mails).toHaveLength(2)
  expect(mails).toContainEqual([nora.account.email, '¿Todavía recibe a personas nuevas?'])
  const { version } = await service.state()
  const confirmed = await maria('POST', path(service.id, '/verification'), { version })
  expect(confirmed.body.values.intake).toEqual({ status: 'limited', perWeek: 4, waitWeeks: null, until: inDays(30) })
  const [change] = (await maria('GET', path(service.id, '/history'))).body.items
  expect(change).toMatchObject({
    cause: 'verification',
    before: { intake: { until: inDays(-1) } },
    after: { intake: { until: inDays(30) }, assuredDate: today() },
  })
  // It is a new statement: the next time that it lapses, they are asked again.
  await service.lapse()
  await product.runTask('ask-about-intake')
  await product.workJobs()
  expect(await asked()).toHaveLength(4)
})

it('ORG-08 nobody is asked about a service that is given no more', async () => {
  const service = await addService('spinning')
  const { version } = (await service.save(open(inDays(3)))).body
  expect((await maria('PUT', path(service.id), { version, changes: { status: 'defunct' } })).status).toBe(200)
  await service.lapse()
  await product.runTask('ask-about-intake')
  await product.workJobs()
  expect((await product.outbox()).filter(({ text }) => text?.includes('Help with spinning'))).toEqual([])
})

it('ORG-08 confirming a service leaves a pause and a later day as they are', async () => {
  const service = await addService('pottery')
  for (const intake of [open(inDays(200)), { ...open(inDays(2)), status: 'paused' }]) {
    await service.save(intake)
    const { version } = await service.state()
    const confirmed = await maria('POST', path(service.id, '/verification'), { version })
    expect(confirmed.body.values.intake).toEqual(intake)
  }
})

it('ORG-08 ORG-12 an earlier version of the status is restored, also if its day is over', async () => {
  const service = await addService('carving')
  const first = (await service.save(open(inDays(5)))).body.version
  const second = (await service.save({ ...open(inDays(5)), status: 'closed' })).body.version
  const restored = await maria('POST', path(service.id, `/history/${first}/restore`), { version: second })
  expect(restored.body.values.intake).toEqual(open(inDays(5)))
})

it('ORG-08 an import leaves what the organization said', async () => {
  const pantry = await serviceNamed('Weekly Food Pantry')
  const { version } = (await maria('GET', path(pantry, '/editor'))).body
  await maria('PUT', path(pantry), { version, changes: { intake: open(inDays(9)) } })
  const { importDemoDirectory } = await import('#directory/services/server/directory-public.ts')
  await importDemoDirectory(database)
  expect((await staff('GET', path(pantry))).body.intake).toMatchObject({ status: 'open', until: inDays(9) })
})

it('ORG-08 whoever edits a service does not wait until all others were asked about', async () => {
  await sql`
    with made as (
      insert into organization (name, standing) select 'Asked ' || n, 'verified' from generate_series(1, 101) n returning id)
    insert into service (organization_id, name, intake_status, intake_until, intake_stated_on)
    select id, 'Asked about', 'open', ${inDays(-1)}::date, ${inDays(-31)}::date from made cross join generate_series(1, 2)`.execute(
    database,
  )
  await sql`create sequence refreshed`.execute(database)
  await sql`alter function service_search_changed rename to search_changed`.execute(database)
  await sql`create function service_search_changed(changed uuid[]) returns void language plpgsql as $$
    begin if changed is not null then perform nextval('refreshed'); end if; perform search_changed(changed); end $$`.execute(
    database,
  )
  await sql`grant all on sequence refreshed to public`.execute(database)
  await product.runTask('ask-about-intake')
  const { rows } = await sql<{ count: number; most: number }>`
    select sum(services)::integer as count, max(organizations)::integer as most from (
      select count(*) as services, count(distinct organization_id) as organizations
      from service where name = 'Asked about' and intake_asked_on = ${today()}::date group by xmin::text) taken`.execute(
    database,
  )
  expect(rows).toEqual([{ count: 202, most: 50 }])
  // Nothing that a search reads has changed.
  expect((await sql<{ n: number }>`select nextval('refreshed')::integer as n`.execute(database)).rows).toEqual([
    { n: 1 },
  ])
  await database.updateTable('service').set({ name: 'Asked' }).where('name', '=', 'Asked about').execute()
  expect((await sql<{ n: number }>`select nextval('refreshed')::integer as n`.execute(database)).rows).toEqual([
    { n: 3 },
  ])
})
