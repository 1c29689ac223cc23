import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { cedar, directoryOf, everyDay } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { readPdfLines, readPdfText } from '#test/pdf-text.ts'
import type { ListedService, ServiceList } from '../service-list.ts'

const app = await startTestApp({ SERVICE_LIST_DAYS: '30' })
const { database } = app
const { add, makeProvider, makePlace } = directoryOf(app)
const own = await makeOrganization(database)
const staff = (await app.someone({ organizationId: own.id })).call
const colleague = (await app.someone({ organizationId: own.id })).call
const stranger = (await app.someone({ organizationId: (await makeOrganization(database)).id })).call
const provider = await makeProvider()

const makeService = (name: string, more: object = {}) =>
  add('service', { organizationId: provider.id, name, assuredDate: '2026-11-01', ...more })

/** With everything that a person needs to get there. */
async function makeKitchen(name: string) {
  const id = await makeService(name, {
    description: 'Warm meals.',
    eligibilityDescription: 'Everybody',
    minimumAge: 18,
    applicationProcess: 'Come by.',
    feesDescription: 'Free',
  })
  await add('phone', { serviceId: id, number: '716-555-0142', extension: '7', type: 'voice' })
  await add('requiredDocument', { serviceId: id, document: 'Photo ID' })
  await add('language', { serviceId: id, name: 'Spanish' })
  const hours = { byday: everyDay, freq: 'WEEKLY', opensAt: '09:00', closesAt: '17:00' }
  const locationId = await makePlace(id, { organizationId: provider.id, name: 'Quill Hall' }, cedar)
  await add('schedule', { serviceId: id, locationId, ...hours })
  return id
}

let kitchen: string
beforeAll(async () => {
  kitchen = await makeKitchen('Night Kitchen')
})

const addTo = async (call = staff, serviceId = kitchen): Promise<ServiceList> =>
  (await call('POST', '/api/serviceList/entry', { serviceId })).body

/** A new list of a new account, with these services. */
async function makeList(services: string[] = [kitchen]) {
  const { call } = await app.someone({ organizationId: own.id })
  let list = await addTo(call, services[0])
  for (const id of services.slice(1)) list = await addTo(call, id)
  const change = (part: object) => call('PUT', `/api/serviceList/${list.id}`, { version: list.version, ...part })
  return { call, list, change, path: `/api/serviceList/${list.id}` }
}

const namesOf = (list: ServiceList) => list.services.map(({ name }: ListedService) => name)

async function makePerson(more: object = {}) {
  const person = { firstName: 'Noor', lastName: 'Abadi', email: 'noor@mark.test', ...more }
  return (await staff('POST', '/api/contact/', { ...person, phones: [{ phoneNumber: '(716) 555-0177' }] })).body
}

it('DIR-07 collects services in one list, once each, which is there after a reload; a new list begins when this is finished', async () => {
  const pantry = await makeService('Pantry of Quills')
  const { call, list, path } = await makeList([kitchen, pantry])
  expect((await addTo(call, kitchen)).version).toBe(list.version)
  const { body } = await call('GET', '/api/serviceList/current')
  expect([namesOf(body.list), body.list.isCurrent, body.list.language]).toEqual([
    ['Night Kitchen', 'Pantry of Quills'],
    true,
    'en',
  ])
  await call('DELETE', `${path}/entry/${kitchen}`)
  expect(namesOf((await call('GET', path)).body)).toEqual(['Pantry of Quills'])
  await call('POST', `${path}/finish`)
  expect((await call('GET', '/api/serviceList/current')).body).toEqual({ list: null })
  const next = await addTo(call)
  const mine = (await call('GET', '/api/serviceList/?limit=1')).body
  expect(mine.items).toEqual([
    {
      ...{ id: next.id, isCurrent: true, createdOn: next.createdOn, person: null, names: ['Night Kitchen'] },
      ...{ serviceCount: 1, sentCount: 0, helpedCount: 0, wrongCount: 0 },
    },
  ])
  const rest = (await call('GET', `/api/serviceList/?cursor=${mine.nextCursor}`)).body
  expect([rest.items.map(({ id }: ServiceList) => id), rest.nextCursor]).toEqual([[list.id], null])
})

it('DIR-07 changes order, notes and language, and refuses a change of an older version with the list as it is now', async () => {
  const pantry = await makeService('Second Pantry')
  const { list, change } = await makeList([kitchen, pantry])
  const services = [
    { serviceId: pantry, note: ' Ask for Ana.\nBring bags. ' },
    { serviceId: kitchen, note: '' },
  ]
  const changed = (await change({ services, language: 'es' })).body
  expect([namesOf(changed), changed.services.map(({ note }: ListedService) => note), changed.language]).toEqual([
    ['Second Pantry', 'Night Kitchen'],
    ['Ask for Ana.\nBring bags.', null],
    'es',
  ])
  const stale = await change({ language: 'en' })
  expect([stale.status, stale.body.current.version]).toEqual([409, changed.version])
  const version = changed.version
  expect(list.version).toBeLessThan(version)
  for (const wrong of [
    [{ serviceId: provider.id, note: null }],
    [
      { serviceId: kitchen, note: null },
      { serviceId: kitchen, note: 'twice' },
    ],
  ])
    expect((await change({ version, services: wrong })).body.errors).toEqual([{ path: 'services', message: 'invalid' }])
})

it('DIR-07 refuses a huge note at its field, and a thirteenth service', async () => {
  const { call, change } = await makeList()
  const huge = await change({ services: [{ serviceId: kitchen, note: 'x'.repeat(200_000) }] })
  expect([huge.status, huge.body.errors[0].path]).toEqual([400, 'services.0.note'])
  const long = await change({ services: [{ serviceId: kitchen, note: 'x'.repeat(301) }] })
  expect([long.status, long.body.errors[0].path]).toEqual([400, 'services.0.note'])
  for (let more = 1; more < 12; more++) await addTo(call, await makeService(`More ${more}`))
  const full = await call('POST', '/api/serviceList/entry', { serviceId: await makeService('One too many') })
  expect([full.status, full.body.code]).toEqual([409, 'list-full'])
  expect((await call('GET', '/api/serviceList/current')).body.list.services).toHaveLength(12)
})

it('DIR-07 adds nothing that is not listed', async () => {
  const gone = await makeService('Gone', { status: 'inactive' })
  for (const serviceId of [gone, crypto.randomUUID()])
    expect((await staff('POST', '/api/serviceList/entry', { serviceId })).status).toBe(404)
})

it('DIR-07 colleagues use a list, staff of another organization and other roles do not find it', async () => {
  const { list, path } = await makeList()
  expect((await colleague('GET', path)).body.id).toBe(list.id)
  const agent = (await app.someone({ roles: ['support-agent'], organizationId: null })).call
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['GET', '/sheet'],
    ['GET', '/pdf'],
    ['PUT', '', { version: list.version, language: 'es' }],
    ['POST', '/finish'],
    ['POST', '/link'],
    ['POST', '/message', { channel: 'sms', to: '(716) 555-0111' }],
    ['DELETE', `/entry/${kitchen}`],
  ]
  for (const [method, rest, body] of calls) {
    expect((await stranger(method, path + rest, body)).status, method + rest).toBe(404)
    expect((await agent(method, path + rest, body)).status, method + rest).toBe(403)
  }
  expect((await colleague('GET', path)).body).toEqual(list)
})

it('DIR-07 is for a person of the same organization only, whom it shows by first name and initial', async () => {
  const person = await makePerson()
  const { change } = await makeList()
  const theirs = (await stranger('POST', '/api/contact/', { firstName: 'Lee', lastName: 'Park', phones: [] })).body
  expect((await change({ contactId: theirs.id })).body.errors).toEqual([
    { path: 'contactId', message: 'unknown-person' },
  ])
  const { body } = await change({ contactId: person.id })
  expect(body.person).toEqual({ id: person.id, shortName: 'Noor A.', notOffered: [] })
  expect((await change({ version: body.version, contactId: null })).body.person).toBeNull()
})

it('DIR-07 writes the facts of each service in the language of the list', async () => {
  const { call, change, path } = await makeList()
  await change({ language: 'es', services: [{ serviceId: kitchen, note: 'Pregunte por Ana' }] })
  const { body } = await call('GET', `${path}/sheet`)
  expect(body).toMatchObject({ language: 'es', title: 'Lugares que pueden ayudarle', noteLabel: 'Para usted' })
  expect(body.services).toEqual([
    {
      ...{ id: kitchen, name: 'Night Kitchen', organizationName: 'Quillwood Aid', note: 'Pregunte por Ana' },
      ...{ isListed: true, isConfidential: false, notices: [] },
      open: {
        state: expect.stringMatching(/^(open|closed)$/),
        words: expect.stringMatching(/ahora\. Hoy 9 a\.m\. – 5 p\.m\.( Abre mañana a las 9 a\.m\.)?$/),
      },
      phones: [{ kind: 'Teléfono', shown: '716-555-0142 ext. 7', href: 'tel:7165550142;ext=7' }],
      place: {
        lines: ['Quill Hall', '12 Elm St', 'Floor 2', 'Cedar Harbor, NY 14203'],
        mapUrl:
          'https://www.google.com/maps/search/?api=1&query=12%20Elm%20St%2C%20Floor%202%2C%20Cedar%20Harbor%2C%20NY%2014203',
        words: null,
      },
      hours: {
        label: expect.stringMatching(/^Horario, del \d+ \S+ al \d+ \S+$/),
        text: 'Todos los días 9 a.m. – 5 p.m.',
      },
      facts: [
        { label: 'Qué es', text: 'Warm meals.' },
        { label: 'Para quién', text: 'De 18 años en adelante. Everybody' },
        { label: 'Cómo solicitarlo', text: 'Come by.' },
        { label: 'Qué llevar', text: 'Photo ID' },
        { label: 'Costo', text: 'Free' },
        { label: 'Idiomas', text: 'español' },
      ],
    },
  ])
})

it('DIR-07 ORG-10 tells nobody where a confidential place is, also not its own organization, and nothing of what is not listed', async () => {
  const shelter = await makeService('Safe nights')
  await makePlace(
    shelter,
    { organizationId: provider.id, name: 'Rosecottage', isConfidential: true },
    { ...cedar, address1: '731 Larkspur Lane' },
  )
  const later = await makeKitchen('Later Kitchen')
  const ofProvider = (await app.someone({ organizationId: provider.id, roles: ['organization-admin'] })).call
  await addTo(ofProvider, shelter)
  const list = await addTo(ofProvider, later)
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', later).execute()
  const { body } = await ofProvider('GET', `/api/serviceList/${list.id}/sheet`)
  expect(JSON.stringify(body)).not.toMatch(/Rosecottage|Larkspur|555-0142|Elm St|Warm meals/)
  expect(body.services[0]).toMatchObject({
    isConfidential: true,
    place: { lines: [], mapUrl: null, words: expect.stringContaining('The address is kept confidential') },
  })
  expect(body.services[1]).toMatchObject({
    ...{ name: 'Later Kitchen', isListed: false, open: null, phones: [], place: null, hours: null, facts: [] },
    notices: ['This is not listed at the moment. Call before you go.'],
  })
})

it('DIR-07 says on the list what to know before going: an alert, a waitlist, facts that nobody confirmed', async () => {
  const old = await makeService('Old Pantry', { assuredDate: '2020-01-02', alert: 'Closed on Friday' })
  await database
    .updateTable('service')
    .set({
      intakeStatus: 'waitlist',
      intakeWaitWeeks: 2,
      intakeUntil: '2099-01-01',
      intakeStatedOn: '2026-11-01',
    } as never)
    .where('id', '=', old)
    .execute()
  const { call, path } = await makeList([old])
  const [service] = (await call('GET', `${path}/sheet`)).body.services
  expect(service.notices).toEqual([
    'Closed on Friday',
    'Waitlist: about 2 weeks',
    'Nobody has confirmed this for a long time. Call before you go.',
  ])
  expect(service.open).toEqual({ state: 'unknown', words: 'Hours not known: call first' })
})

it('DIR-07 makes a tagged PDF in large type, three services a page, with headings', async () => {
  const services = await Promise.all([1, 2, 3, 4].map((n) => makeKitchen(`Kitchen ${n}`)))
  const { call, path, change } = await makeList(services)
  const long = 'An explanation that is much too long for its part of the page. '.repeat(20)
  await database.updateTable('service').set({ description: long }).where('id', 'in', services).execute()
  await change({ services: services.map((serviceId) => ({ serviceId, note: 'Ask for Ana' })) })
  const { bytes, headers } = await call('GET', `${path}/pdf`)
  expect([headers['content-type'], headers['content-language']]).toEqual(['application/pdf', 'en'])
  const pages = readPdfLines(bytes)
  expect(pages).toHaveLength(2)
  const headings = pages.map((lines) => lines.filter(({ tag }) => tag === 'H2').map(({ text }) => text))
  expect(headings).toEqual([['Kitchen 1', 'Kitchen 2', 'Kitchen 3'], ['Kitchen 4']])
  const [first = []] = pages
  expect(first[0]).toMatchObject({ tag: 'H1', text: 'Places that may help you' })
  expect(Math.min(...first.filter(({ tag }) => tag === 'P').map(({ size }) => size))).toBeGreaterThanOrEqual(13)
  const [text = ''] = readPdfText(bytes)
  for (const words of ['Ask for Ana', '716-555-0142 ext. 7', '12 Elm St', 'Every day 9 AM – 5 PM.'])
    expect(text).toContain(words.replace(/\s/g, ''))
  expect(bytes.toString('latin1')).toMatch(/\/Marked true[\s\S]*\/StructTreeRoot/)
  expect(text).not.toContain('Opennow')
})

const messagesTo = async (to: string) => {
  await app.workJobs()
  return app.outbox(to)
}
const linkIn = (text = '') => /\/l\/[1-9A-HJ-NP-Za-km-z]{16,17}(?=\s|$)/.exec(text)?.[0] ?? ''

it('DIR-07 texts a short link in the language of the list, without names, and writes it to the record of the person', async () => {
  const person = await makePerson()
  const { change, path, call } = await makeList()
  await change({ contactId: person.id, language: 'es' })
  const sent = await call('POST', `${path}/message`, { channel: 'sms', to: '(716) 555-0177' })
  expect(sent.body.links).toEqual([expect.objectContaining({ channel: 'sms', withdrawnOn: null })])
  const [message] = await messagesTo('+17165550177')
  expect(message).toMatchObject({ channel: 'sms' })
  expect(message?.text.replace(/\S+$/, '<link>')).toBe('Hearthline: un lugar que puede ayudarle. <link>')
  expect(message?.text.length).toBeLessThan(160)
  expect((await app.anonymous('GET', linkIn(message?.text))).status).toBe(200)
  expect((await accessLogOf(database, person.id)).at(-1)).toMatchObject({ way: 'service-list' })
  expect((await auditsOf(database, sent.body.id)).at(-1)).toMatchObject({
    action: 'service-list.share',
    detail: { channel: 'sms', contactId: person.id },
  })
})

it('DIR-07 mails the services with the link, but only the link if a place is confidential', async () => {
  const { call, path } = await makeList()
  const to = `reader-${crypto.randomUUID()}@example.test`
  await call('POST', `${path}/message`, { channel: 'email', to })
  const [mail] = await messagesTo(to)
  expect(mail?.subject).toBe('Places that may help you')
  for (const words of ['Night Kitchen\nQuillwood Aid', 'Phone: 716-555-0142 ext. 7', '12 Elm St'])
    expect(mail?.text).toContain(words)
  expect(linkIn(mail?.text)).not.toBe('')
  const shelter = await makeService('Quiet nights')
  await makePlace(shelter, { organizationId: provider.id, name: 'Foxglove', isConfidential: true }, cedar)
  await addTo(call, shelter)
  const other = `reader-${crypto.randomUUID()}@example.test`
  await call('POST', `${path}/message`, { channel: 'email', to: other })
  const [second] = await messagesTo(other)
  expect(second?.text).not.toMatch(/Night Kitchen|Quiet nights|Quillwood/)
  expect(linkIn(second?.text)).not.toBe('')
})

it('DIR-07 checks the address, sends no empty list, and not without bounds to one address', async () => {
  const { call, path } = await makeList()
  for (const [channel, to] of [
    ['sms', '555'],
    ['email', 'nobody'],
  ]) {
    const { status, body } = await call('POST', `${path}/message`, { channel, to })
    expect([status, body.errors[0].path]).toEqual([400, 'to'])
  }
  const to = `often-${crypto.randomUUID()}@example.test`
  const statuses: number[] = []
  for (let time = 0; time < 11; time++)
    statuses.push((await call('POST', `${path}/message`, { channel: 'email', to })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  await call('DELETE', `${path}/entry/${kitchen}`)
  for (const rest of ['/link', '/message'])
    expect((await call('POST', path + rest, { channel: 'email', to: 'x@example.test' })).body.code).toBe('list-empty')
})

it('DIR-07 F-22 a person’s lists are in the export of their record, and erasing the person deletes them with their links', async () => {
  const admin = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
  const person = await makePerson({ lastName: 'Lists', email: 'lists@mark.test' })
  const { change, path, call } = await makeList()
  await change({ contactId: person.id, services: [{ serviceId: kitchen, note: 'Marigold note' }] })
  const { pathname } = new URL((await call('POST', `${path}/link`)).body.url)
  await call('POST', `${path}/message`, { channel: 'email', to: 'lists@mark.test' })
  const exported = (await admin.call('GET', `/api/contact/${person.id}/export`)).body
  expect(exported.serviceLists).toEqual([
    expect.objectContaining({
      services: [{ name: 'Night Kitchen', note: 'Marigold note' }],
      shared: [expect.objectContaining({ channel: 'copy' }), expect.objectContaining({ channel: 'email' })],
    }),
  ])
  const pdf = readPdfText((await admin.call('GET', `/api/contact/${person.id}/export?format=pdf`)).bytes).join('')
  expect(pdf).toContain('NightKitchen:Marigoldnote')
  expect((await admin.call('POST', `/api/contact/${person.id}/erase`, { name: 'Noor Lists' })).status).toBe(204)
  expect((await call('GET', path)).status).toBe(404)
  expect((await app.anonymous('GET', pathname)).status).toBe(404)
  const left = await sql`select from message where recipient = 'lists@mark.test'`.execute(database)
  expect(left.rows).toEqual([])
})

it('DIR-07 a call whose answer was lost sends a list once', async () => {
  const [one, other] = [await makeList(), await makeList()]
  const id = crypto.randomUUID()
  const to = `${id}@example.test`
  const send = ({ call, path }: typeof one, more: object = {}) =>
    call('POST', `${path}/message`, { id, channel: 'email', to, ...more })
  const sent = await Promise.all([1, 2, 3].map(() => send(one)))
  expect(sent.map(({ status, body }) => [status, body.links?.length])).toEqual(Array(3).fill([200, 1]))
  await app.workJobs()
  expect(await messagesTo(to)).toHaveLength(1)
  for (const again of [await send(other), await send(one, { channel: 'sms', to: '(716) 555-0177' })])
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
})
