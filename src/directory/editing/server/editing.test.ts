import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'

const product = await startTestApp()
const { database } = product
const { organizationId, admin, serviceNamed } = await makeFoodBank(product)
const { call: maria } = await admin('Maria')
const { call: nora } = await admin('Nora')
const { call: staff } = await product.someone({ organizationId })
const { call: platform } = await product.someone({ roles: ['platform-admin'], firstName: 'Ada' })

const pantry = await serviceNamed('Weekly Food Pantry')
const delivery = await serviceNamed('Home Food Boxes')
const path = (id: string, rest = '') => `/api/service/${id}${rest}`
const editor = async (id: string) => (await maria('GET', path(id, '/editor'))).body
const save = (by: typeof maria, id: string, version: number, changes: Record<string, unknown>) =>
  by('PUT', path(id), { version, changes })
const find = async (text: string) =>
  (await staff('GET', `/api/service/?text=${encodeURIComponent(text)}`)).body.items.map(
    (item: { id: string }) => item.id,
  )

it('ORG-02 ORG-06 an organization admin corrects a service, and the search finds the new words at once', async () => {
  const { version } = await editor(pantry)
  expect(await find('kimchi')).toEqual([])
  const saved = await save(maria, pantry, version, {
    description: 'Groceries once a week, and kimchi.',
    feesDescription: 'Free of charge',
    applicationProcess: '',
  })
  expect(saved.status).toBe(200)
  expect(saved.body.version).toBe(version + 1)
  expect(saved.body.values).toMatchObject({ feesDescription: 'Free of charge', applicationProcess: null })
  const told = await database.selectFrom('event').select('audience').where('subjectId', '=', pantry).execute()
  expect(told).toEqual([{ audience: [`organization:${organizationId}`, 'role:platform-admin', 'role:data-manager'] }])
  expect(await find('kimchi')).toEqual([pantry])
  expect((await staff('GET', path(pantry))).body.description).toBe('Groceries once a week, and kimchi.')
})

it('ORG-11 an edited field is marked as edited and confirmed by its own organization, other fields are not', async () => {
  const { fields } = await editor(pantry)
  const description = fields.find((state: { field: string }) => state.field === 'description')
  expect(description).toMatchObject({
    editedBy: 'Maria Tester',
    verifiedBy: 'Maria Tester',
    verifiedHow: 'own-organization',
  })
  expect(fields.map((state: { field: string }) => state.field).sort()).toEqual([
    'applicationProcess',
    'description',
    'feesDescription',
  ])
  const { version } = await editor(delivery)
  await save(platform, delivery, version, { waitTime: 'Two weeks' })
  expect((await editor(delivery)).fields).toMatchObject([
    { field: 'waitTime', editedBy: 'Ada Tester', verifiedHow: 'data-manager' },
  ])
})

it('ORG-05 DIR-03 a service whose status was not understood can be edited', async () => {
  const { id, version } = (await maria('POST', '/api/service/', { name: 'Tea round' })).body
  await database.updateTable('service').set({ status: null, statusSaid: 'Maybe' }).where('id', '=', id).execute()
  expect((await editor(id)).values.status).toBeNull()
  const saved = await save(maria, id, version, { waitTime: 'None', status: null })
  expect([saved.status, saved.body.values.waitTime, saved.body.values.status]).toEqual([200, 'None', null])
  const said = await save(maria, id, saved.body.version, { status: 'active', languages: ['A'.repeat(100)] })
  expect(said.body.values).toMatchObject({ status: 'active', languages: ['A'.repeat(100)] })
  const refused = await save(maria, id, said.body.version, { status: null })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'status', message: 'invalid' }]])
  const restored = await maria('POST', path(id, `/history/${saved.body.version}/restore`), {
    version: said.body.version,
  })
  expect(restored.body.values.status).toBeNull()
})

it('ORG-12 the history keeps who, when, before and after, and an earlier version can be restored', async () => {
  const before = await editor(pantry)
  const changed = (
    await save(nora, pantry, before.version, {
      waitTime: 'None',
      phones: [{ number: '716-555-0177', extension: null, type: 'voice', description: 'Pantry' }],
    })
  ).body
  const { items } = (await maria('GET', path(pantry, '/history'))).body
  expect(items[0]).toMatchObject({
    ...{ version: changed.version, cause: 'edit', changedBy: 'Nora Tester', fields: ['waitTime', 'phones'] },
    before: { waitTime: before.values.waitTime, phones: before.values.phones },
    after: { waitTime: 'None', phones: [{ number: '716-555-0177', description: 'Pantry' }] },
  })
  expect(Date.parse(items[0].changedOn)).toBeGreaterThan(Date.parse(items.at(-1).changedOn))
  const restored = await maria('POST', path(pantry, `/history/${before.version}/restore`), { version: changed.version })
  expect(restored.body.values).toEqual(before.values)
  expect(restored.body.version).toBe(changed.version + 1)
  const first = await maria('POST', path(pantry, '/history/1/restore'), { version: restored.body.version })
  expect(first.body.values.applicationProcess).toMatch(/^Walk in during opening hours/)
  expect(await find('kimchi')).toEqual([])
  expect(
    (await maria('GET', path(pantry, '/history'))).body.items.map((item: { cause: string }) => item.cause),
  ).toEqual([...['restore', 'restore', 'edit', 'edit']])
  const stale = await maria('POST', path(pantry, '/history/1/restore'), { version: restored.body.version })
  expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([
    409,
    'stale-version',
    first.body.version,
  ])
})

it('ORG-05 two editors of different fields both succeed; of the same field the second sees both versions', async () => {
  const { version, values } = await editor(delivery)
  expect((await save(maria, delivery, version, { feesDescription: 'Free, donations welcome' })).status).toBe(200)
  const merged = await save(nora, delivery, version, { eligibilityDescription: 'People who cannot leave home' })
  expect(merged.body.values).toMatchObject({
    feesDescription: 'Free, donations welcome',
    eligibilityDescription: 'People who cannot leave home',
  })
  const refused = await save(nora, delivery, version, { feesDescription: 'One dollar', waitTime: 'A day' })
  expect(refused.status).toBe(409)
  expect(refused.body.theirs).toMatchObject([
    { field: 'feesDescription', before: values.feesDescription, after: 'Free, donations welcome', by: 'Maria Tester' },
  ])
  expect(refused.body.current.values.waitTime).toBe(values.waitTime)
  const again = await save(nora, delivery, refused.body.current.version, {
    feesDescription: 'One dollar',
    waitTime: 'A day',
  })
  expect(again.body.values).toMatchObject({ feesDescription: 'One dollar', waitTime: 'A day' })
})

it('ORG-05 saving the same twice changes nothing the second time, and many at once lose nothing', async () => {
  const { version } = await editor(delivery)
  const changes = { interpretationServices: 'By telephone' }
  const [one, two] = [await save(maria, delivery, version, changes), await save(maria, delivery, version, changes)]
  expect([one.body.version, two.body.version]).toEqual([version + 1, version + 1])
  const fields = ['alternateName', 'alert', 'waitTime', 'feesDescription', 'applicationProcess']
  const answers = await Promise.all(
    fields.map((field, at) => save(at % 2 ? maria : nora, delivery, version + 1, { [field]: `Said in ${field}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
  const present = await editor(delivery)
  expect(fields.map((field) => present.values[field])).toEqual(fields.map((field) => `Said in ${field}`))
  expect(present.version).toBe(version + 6)
})

it('ORG-02 only admins of the approved organization and platform admins edit', async () => {
  const { version } = await editor(pantry)
  const other = await makeOrganization(database)
  const waiting = await makeOrganization(database, { standing: 'pending' })
  const stranger = await product.someone({ organizationId: other.id, roles: ['organization-admin'] })
  const applicant = await product.someone({ organizationId: waiting.id, roles: ['organization-admin'] })
  for (const { call } of [stranger, applicant]) {
    expect((await save(call, pantry, version, { waitTime: 'Mine' })).status).toBe(403)
    expect((await call('GET', path(pantry, '/editor'))).status).toBe(403)
    expect((await call('GET', path(pantry, '/history'))).status).toBe(403)
  }
  expect((await save(staff, pantry, version, { waitTime: 'Mine' })).status).toBe(403)
  expect((await applicant.call('POST', '/api/service/', { name: 'Soup' })).status).toBe(403)
  expect((await applicant.call('GET', '/api/listing/')).body.organization.mayEdit).toBe(false)
})

it('D-PHO-1 a new telephone number must be complete; an imported one stays as it is', async () => {
  const { version } = await editor(pantry)
  const phone = { extension: null, type: 'voice', description: null }
  const refused = await save(maria, pantry, version, { phones: [{ ...phone, number: '716' }] })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'phones.0.number', message: 'phone-format' }]])
  await database.insertInto('phone').values({ serviceId: pantry, number: '211' }).execute()
  const kept = await save(maria, pantry, version, {
    phones: [
      { ...phone, number: '211' },
      { ...phone, number: '(716) 555-0142' },
    ],
  })
  expect(kept.body.values.phones.map((p: { number: string }) => p.number).sort()).toEqual(['(716) 555-0142', '211'])
})

it('ORG-06 the preview is what the directory shows after saving, and leaves nothing behind', async () => {
  const before = await editor(pantry)
  const changes = { name: 'Kumquat Pantry', alert: 'Closed for repairs', languages: ['Spanish', 'Karen'] }
  const preview = (await maria('POST', path(pantry, '/preview'), { version: before.version, changes })).body
  expect(preview.detail).toMatchObject({ name: 'Kumquat Pantry', alert: 'Closed for repairs' })
  expect(await editor(pantry)).toEqual(before)
  expect(await find('kumquat')).toEqual([])
  await save(maria, pantry, before.version, changes)
  const [item] = (await staff('GET', '/api/service/?text=kumquat')).body.items
  expect(item).toEqual({ ...preview.item, distance: null })
  expect((await staff('GET', path(pantry))).body).toEqual(preview.detail)
})

it('ORG-11 “Everything still holds” confirms all fields in one call, and the directory shows the day', async () => {
  const { version } = await editor(delivery)
  const confirmed = await maria('POST', path(delivery, '/verification'), { version })
  expect(confirmed.status).toBe(200)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: product.config.timeZone }).format(new Date())
  expect(confirmed.body.assuredDate).toBe(today)
  const { fields, values } = confirmed.body
  expect(fields).toHaveLength(Object.keys(values).length - 1 + Object.keys(values.hours).length)
  expect(fields.every((state: { verifiedBy: string }) => state.verifiedBy === 'Maria Tester')).toBe(true)
  // Confirmed is not edited: an import may still bring news.
  expect(fields.find((state: { field: string }) => state.field === 'name').editedOn).toBeNull()
  expect((await nora('POST', path(delivery, '/verification'), { version })).status).toBe(409)
  expect((await maria('POST', path(delivery, '/verification'), { version: version + 1, byPhone: true })).status).toBe(
    403,
  )
  const called = await platform('POST', path(delivery, '/verification'), { version: version + 1, byPhone: true })
  expect(called.body.fields[0].verifiedHow).toBe('phone-call')
})

it('ORG-02 ORG-04 a new organization describes its first service, which the search finds at once', async () => {
  const own = await makeOrganization(database, { name: 'Quilt Hall' })
  const { call } = await product.someone({ organizationId: own.id, roles: ['organization-admin'] })
  expect((await call('GET', '/api/listing/')).body).toMatchObject({
    organization: { mayEdit: true },
    services: [],
    places: [],
  })
  const newPlace = {
    name: 'The hall',
    address1: '1 Elm Street',
    city: 'Buffalo',
    stateProvince: 'NY',
    postalCode: '14203',
  }
  const added = await call('POST', '/api/service/', { name: 'Quilting evenings', description: 'We sew.', newPlace })
  expect(added.status).toBe(201)
  expect(added.body.places).toMatchObject([{ name: 'The hall', address: '1 Elm Street, Buffalo' }])
  const near = (await staff('GET', '/api/service/?text=quilting&near=14203&radius=5')).body.items
  expect(near.map((item: { id: string }) => item.id)).toEqual([added.body.id])
  const { services, places } = (await call('GET', '/api/listing/')).body
  expect([services.length, places.length]).toEqual([1, 1])
  const second = await call('POST', '/api/service/', { name: 'Quilt repair', locationIds: [places[0].id] })
  expect(second.body.places).toHaveLength(1)
  const foreign = await maria('POST', '/api/service/', { name: 'Soup', locationIds: [places[0].id] })
  expect(foreign.status).toBe(400)
})

it('ORG-02 a service that is sent twice, also at the same moment, is added once', async () => {
  const id = randomUUID()
  const newPlace = { name: null, address1: '2 Elm Street', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
  const send = () => maria('POST', '/api/service/', { id, name: 'Sewing circle', newPlace })
  const answers = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(answers.map(({ status, body }) => [status, body.id, body.places.length])).toEqual(
    answers.map(() => [201, id, 1]),
  )
  const { services } = (await maria('GET', '/api/listing/')).body
  expect(services.filter(({ name }: { name: string }) => name === 'Sewing circle')).toHaveLength(1)
  expect((await maria('GET', path(id, '/history'))).body.items).toHaveLength(1)
  const other = await makeOrganization(database, { name: 'Soup House' })
  const foreign = await platform('POST', '/api/service/', { id, name: 'Soup', organizationId: other.id })
  expect([foreign.status, foreign.body.code]).toEqual([409, 'conflict'])
})

it('ORG-05 what was corrected before a new service or place is sent again is saved, unless it was edited since', async () => {
  const [id, placeId] = [randomUUID(), randomUUID()]
  const address = { name: null, address1: '2 Elm Street', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
  const newPlace = { ...address, id: placeId }
  const send = async (given: object) => (await maria('POST', '/api/service/', { id, name: 'Sewing', ...given })).body
  await send({ newPlace })
  const house = { ...newPlace, address1: '3 Elm Street', isConfidential: true }
  const corrected = await send({ name: 'Sewing room', feesDescription: 'Free', newPlace: house })
  expect(corrected.values).toMatchObject({ name: 'Sewing room', feesDescription: 'Free', locationIds: [placeId] })
  expect(corrected.places).toMatchObject([{ id: placeId, address: '3 Elm Street, Buffalo', isConfidential: true }])
  const edited = await save(maria, id, corrected.version, { waitTime: 'A day' })
  expect((await send({ name: 'Sewing' })).version).toBe(edited.body.version)

  const other = { ...address, id: randomUUID() }
  await maria('POST', '/api/location/', other)
  const again = (await maria('POST', '/api/location/', { ...other, address1: '4 Elm Street' })).body
  expect(again).toMatchObject({ id: other.id, address: '4 Elm Street, Buffalo, NY 14203' })
})

it('ORG-07 hours of one place are corrected, shown at once, and the other place keeps its own', async () => {
  const { version, values, places } = await editor(pantry)
  const [main, north] = ['Eastside Food Bank', 'North Pantry'].map(
    (name) => places.find((place: { name: string }) => place.name === name).id,
  )
  expect(values.hours[main].days[1]).toEqual({ state: 'open', spans: [{ opensAt: '10:00', closesAt: '18:00' }] })
  expect(values.hours[north].rules).toMatchObject([{ freq: 'MONTHLY', byday: '1SA' }])
  const beside = (await maria('POST', '/api/service/', { name: 'Coffee corner', locationIds: [main] })).body
  const days = values.hours[main].days.with(0, { state: 'appointment', spans: [] }).with(1, {
    state: 'open',
    spans: [
      { opensAt: '09:00', closesAt: '12:00' },
      { opensAt: '22:00', closesAt: '02:00' },
    ],
  })
  const saved = await save(maria, pantry, version, { hours: { [main]: { ...values.hours[main], days } } })
  expect(saved.body.values.hours).toEqual({ ...values.hours, [main]: { ...values.hours[main], days } })
  expect(saved.body.fields.map((state: { field: string }) => state.field)).toContain(`hours:${main}`)
  const shown = (await staff('GET', path(pantry))).body.places
  const week = shown.find((place: { id: string }) => place.id === main).week
  const on = (weekday: number) =>
    week.find(({ day }: { day: string }) => new Date(`${day}T00:00:00Z`).getUTCDay() === weekday)
  expect(on(2).hours).toEqual(days[1].spans)
  expect(on(1)).toMatchObject({ hours: [], byAppointment: true })
  expect(on(3)).toMatchObject({ hours: [], byAppointment: false })
  // The other services at this place keep the hours of the place.
  expect((await editor(beside.id)).values.hours[main]).toEqual(values.hours[main])
  const restored = await maria('POST', path(pantry, `/history/${version}/restore`), { version: version + 1 })
  expect(restored.body.values.hours).toEqual(values.hours)
})

it('ORG-12 the history keeps hours as they are stored, not as they were typed', async () => {
  const { version, values, places } = await editor(pantry)
  const main = places.find(({ name }: { name: string }) => name === 'Eastside Food Bank').id
  const days = values.hours[main].days.with(1, {
    state: 'open',
    spans: [
      { opensAt: '13:00', closesAt: '15:00' },
      { opensAt: '09:00', closesAt: '12:00' },
    ],
  })
  const saved = await save(maria, pantry, version, { hours: { [main]: { ...values.hours[main], days } } })
  const { items } = (await maria('GET', path(pantry, '/history'))).body
  expect(items[0].after).toEqual({ [`hours:${main}`]: saved.body.values.hours[main] })
  expect(items[0].after[`hours:${main}`].days[1].spans[0].opensAt).toBe('09:00')
})

it('ORG-12 a long history is read in pages, each change once', async () => {
  const { body: made } = await maria('POST', '/api/service/', { name: 'Often changed' })
  let { version } = made
  for (let day = 1; day <= 21; day++)
    version = (await save(maria, made.id, version, { waitTime: `${day} days` })).body.version
  const first = (await maria('GET', path(made.id, '/history'))).body
  expect([first.items.length, first.items[0].version]).toEqual([20, version])
  const last = (await maria('GET', path(made.id, `/history?cursor=${first.nextCursor}`))).body
  const waits = [...first.items, ...last.items].flatMap(({ after }) => after.waitTime ?? [])
  expect(waits).toEqual(Array.from({ length: 21 }, (_, at) => `${21 - at} days`))
  expect(last.nextCursor).toBeNull()
  const history = async (query: string) => (await maria('GET', path(made.id, `/history?${query}`))).body
  expect(await history('cursor=')).toEqual(first)
  const three = await history('limit=3')
  expect([three.items, three.nextCursor]).toEqual([first.items.slice(0, 3), String(version - 2)])
  expect((await history('limit=200')).items).toHaveLength(first.items.length + last.items.length)
  expect((await maria('GET', path(made.id, '/history?limit=201'))).status).toBe(400)
})

it('ORG-07 a service without a place has hours of its own', async () => {
  const added = (await maria('POST', '/api/service/', { name: 'Recipe line' })).body
  expect(Object.keys(added.values.hours)).toEqual(['service'])
  const days = Array(7).fill({ state: 'open', spans: [{ opensAt: '00:00', closesAt: '24:00' }] })
  const saved = await save(maria, added.id, added.version, { hours: { service: { days, rules: [] } } })
  expect(saved.body.values.hours.service.days).toEqual(days)
  expect((await staff('GET', path(added.id))).body.isOpenNow).toBe(true)
  for (const day of [
    { state: 'open', spans: [] },
    { state: 'closed', spans: days[0].spans },
  ]) {
    const wrong = { service: { days: days.with(2, day), rules: [] } }
    const refused = await save(maria, added.id, saved.body.version, { hours: wrong })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'changes.hours.service.days.2.spans', message: 'invalid' }],
    ])
  }
  const foreign = await save(maria, added.id, saved.body.version, { hours: { [pantry]: { days, rules: [] } } })
  expect(foreign.status).toBe(400)
})

it('ORG-12 a version without a place is restored with its hours', async () => {
  const { id, version } = (await maria('POST', '/api/service/', { name: 'Sourdough line' })).body
  const closed = { state: 'closed', spans: [] }
  const open = (opensAt: string) => ({ state: 'open', spans: [{ opensAt, closesAt: '17:00' }] })
  const hoursFrom = (opensAt: string) => ({ service: { days: [open(opensAt), ...Array(6).fill(closed)], rules: [] } })
  const first = (await save(maria, id, version, { hours: hoursFrom('09:00') })).body.version
  const second = (await save(maria, id, first, { hours: hoursFrom('11:00') })).body.version
  const [place] = (await maria('GET', '/api/listing/')).body.places
  const placed = (await save(maria, id, second, { locationIds: [place.id] })).body.version
  const restored = await maria('POST', path(id, `/history/${first}/restore`), { version: placed })
  expect([restored.body.values.locationIds, restored.body.values.hours]).toEqual([[], hoursFrom('09:00')])
})

it('ORG-05 an import brings what nobody edited, and leaves edited texts, phones and hours as they are', async () => {
  const present = await editor(pantry)
  const phones = [{ number: '(716) 555-0142', extension: null, type: 'voice', description: null }]
  const saved = await save(maria, pantry, present.version, { waitTime: 'None', eligibilityDescription: 'All', phones })
  await database.updateTable('service').set({ feesDescription: 'Stale' }).where('id', '=', pantry).execute()
  await database
    .deleteFrom('listingField')
    .where('listingId', '=', pantry)
    .where('field', '=', 'feesDescription')
    .execute()
  await importDemoDirectory(database)
  expect((await editor(pantry)).values).toEqual({ ...saved.body.values, feesDescription: 'Free' })
  const [newest] = (await maria('GET', path(pantry, '/history'))).body.items
  expect(newest).toMatchObject({ cause: 'import', changedBy: null, before: { feesDescription: 'Stale' } })
})
