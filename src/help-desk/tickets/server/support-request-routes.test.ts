import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { HIGH, priorities, supportRequestTypes } from '../support-request.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const given = {
  supportRequestType: 'Bug',
  priority: 'Medium',
  clearedCache: 'Yes',
  description: 'The referral list stays empty after signing in',
  receiveEmailUpdates: false,
}

const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const ben = await someone({ organizationId: east.id, firstName: 'Ben', lastName: 'Okoye' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin' })
const agent = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const admin = await someone({ roles: ['platform-admin'] })
const member = await someone({ roles: ['community-member'], organizationId: east.id })

const open = async (call: Caller, change: object = {}) => {
  const { status, body } = await call('POST', path, { ...given, ...change })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const list = async (call: Caller, query = '', headers: Record<string, string> = {}) => {
  const { status, body } = await call('GET', `${path}${query}`, undefined, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: { id: string; ticketNumber: string; description: string }[]; nextCursor: string | null }
}
const ids = async (call: Caller, query = '', headers: Record<string, string> = {}) =>
  (await list(call, query, headers)).items.map(({ id }) => id)
/** Changes a ticket's creation time, which is not possible through the API. */
const dateTicket = (id: string, createdOn: string) =>
  database.updateTable('supportRequest').set({ createdOn }).where('id', '=', id).execute()

it('HDV-01 a ticket is the same whole one by its identifier in capital letters', async () => {
  const { id } = await open(ana.call)
  await agent.call('POST', `${path}${id}/note`, { noteText: 'We look at it' })
  for (const url of [id, `${id}/activity`]) {
    const [usual, loud] = [
      await ana.call('GET', path + url),
      await ana.call('GET', path + url.replace(id, id.toUpperCase())),
    ]
    expect(usual.status).toBe(200)
    expect(loud.body).toEqual(usual.body)
  }
})

it('HDN-04 D-HD-2 a new ticket is Open, with the next number, the fields that were given and its maker', async () => {
  const ticket = await open(ana.call, { receiveEmailUpdates: true })
  expect(ticket).toMatchObject({
    ...given,
    receiveEmailUpdates: true,
    ticketNumber: expect.stringMatching(/^HD-\d{6}$/),
    status: 'Open',
    createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    version: 1,
    fromOrganization: { id: east.id, name: 'Eastside' },
    createdByPortalAccount: {
      id: ana.account.id,
      email: ana.account.email,
      contact: { firstName: 'Ana', lastName: 'Ruiz' },
    },
    supportRequestFiles: [],
    notes: [],
    auditRecords: [{ auditAction: 'Support request created', field: 'created', portalAccount: { id: ana.account.id } }],
  })
  const next = await open(cho.call)
  expect(Number(next.ticketNumber.slice(3))).toBe(Number(ticket.ticketNumber.slice(3)) + 1)
  expect((await ana.call('GET', `${path}${ticket.id}`)).body).toEqual(ticket)
})

it('HDN-02 takes each type and priority, the short word for the high one too', async () => {
  for (const supportRequestType of supportRequestTypes)
    expect((await open(cho.call, { supportRequestType })).supportRequestType).toBe(supportRequestType)
  for (const priority of priorities) expect((await open(cho.call, { priority })).priority).toBe(priority)
  expect((await open(cho.call, { priority: 'High' })).priority).toBe(HIGH)
})

it('HDN-04 two hundred simultaneous creations get two hundred numbers in a row, rising with the time', async () => {
  const before = Number((await open(ana.call)).ticketNumber.slice(3))
  const made = await Promise.all(
    Array.from({ length: 200 }, (_, i) => open(i % 2 ? ana.call : cho.call, { description: `Crowd ${i}` })),
  )
  const numbers = made.map(({ ticketNumber }) => Number(ticketNumber.slice(3))).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => before + 1 + i))
  const inOrder = made
    .toSorted((a, b) => a.ticketNumber.localeCompare(b.ticketNumber))
    .map(({ createdOn }) => createdOn)
  expect(inOrder).toEqual(inOrder.toSorted())
}, 60_000)

describe('HDN-03', () => {
  it.each([
    ['supportRequestType', { supportRequestType: undefined }],
    ['supportRequestType', { supportRequestType: 'Banana' }],
    ['supportRequestType', { supportRequestType: ['Bug'] }],
    ['priority', { priority: undefined }],
    ['priority', { priority: 'Urgent' }],
    ['priority', { priority: 3 }],
    ['clearedCache', { clearedCache: undefined }],
    ['clearedCache', { clearedCache: 'No' }],
    ['clearedCache', { clearedCache: '' }],
    ['clearedCache', { clearedCache: true }],
    ['description', { description: undefined }],
    ['description', { description: '' }],
    ['description', { description: ' \n\t ' }],
    ['description', { description: 'x'.repeat(5001) }],
    ['description', { description: { text: 'x' } }],
    ['receiveEmailUpdates', { receiveEmailUpdates: 'yes' }],
  ])('refuses a wrong %s at its field', async (field, change) => {
    const before = await ids(ana.call, '?limit=1')
    const { status, body } = await ana.call('POST', path, { ...given, ...change })
    expect(status).toBe(400)
    expect(body.errors.map(({ path: at }: { path: string }) => at)).toEqual([field])
    expect(await ids(ana.call, '?limit=1')).toEqual(before)
  })

  it('says of an uncleared cache why it cannot be saved', async () => {
    const { body } = await ana.call('POST', path, { ...given, clearedCache: 'No' })
    expect(body.errors).toEqual([{ path: 'clearedCache', message: 'cleared-cache' }])
  })
})

describe('HD-05 HD-06', () => {
  it('D-HD-1 support staff and platform admins see all, others their organization’s, a person served their own', async () => {
    const [ofAna, ofCho, ofMember, ofAgent] = [
      await open(ana.call, { description: 'scope' }),
      await open(cho.call, { description: 'scope' }),
      await open(member.call, { description: 'scope' }),
      await open(agent.call, { description: 'scope' }),
    ].map(({ id }) => id as string)
    const seen = async (call: Caller) => new Set(await ids(call, '?keyword=scope'))
    const all = new Set([ofAna, ofCho, ofMember, ofAgent])
    expect(await seen(agent.call)).toEqual(all)
    expect(await seen(admin.call)).toEqual(all)
    expect(await seen(ben.call)).toEqual(new Set([ofAna, ofMember]))
    expect(await seen(cho.call)).toEqual(new Set([ofCho]))
    expect(await seen(member.call)).toEqual(new Set([ofMember]))
    for (const [call, id] of [
      [cho.call, ofAna],
      [member.call, ofAna],
      [ben.call, ofCho],
      [ben.call, ofAgent],
    ] as const)
      for (const [method, at, body] of [
        ['GET', `${path}${id}`],
        ['GET', `${path}${id}/activity`],
        ['POST', `${path}${id}/note`, { noteText: 'Guessed' }],
        ['PUT', path, { id, version: 1, status: 'Closed', receiveEmailUpdates: true }],
      ] as const)
        expect((await call(method, at, body)).status, `${method} ${at}`).toBe(404)
    expect((await agent.call('GET', `${path}${ofAna}`)).body).toMatchObject({ status: 'Open', notes: [] })
  })

  it('narrows by number, keyword, type, status, days and maker, each alone and all together', async () => {
    const north = await makeOrganization(database)
    const [mia, noa] = [await someone({ organizationId: north.id }), await someone({ organizationId: north.id })]
    const one = await open(mia.call, { description: 'The printer jams on every label' })
    const two = await open(noa.call, {
      supportRequestType: 'Accessibility',
      description: 'Printed labels are too small',
    })
    const three = await open(noa.call, { supportRequestType: 'Other', description: 'A question about holidays' })
    await dateTicket(one.id, '2026-03-01T12:00:00Z')
    await dateTicket(two.id, '2026-03-02T12:00:00Z')
    await noa.call('PUT', path, { ...two, status: 'Fix Pending' })
    const found = async (query: string) =>
      (await ids(mia.call, query)).map((id) => [one, two, three].findIndex((t) => t.id === id) + 1)

    expect(await found('')).toEqual([3, 2, 1])
    expect(await found(`?ticketNumber=${two.ticketNumber}`)).toEqual([2])
    expect(await found(`?ticketNumber=${two.ticketNumber.toLowerCase()}`)).toEqual([2])
    expect(await found(`?ticketNumber=${Number(three.ticketNumber.slice(3))}`)).toEqual([3])
    expect(await found('?ticketNumber=HD-0')).toEqual([3, 2, 1])
    expect(await found('?ticketNumber=HD-9')).toEqual([])
    expect(await found('?ticketNumber=banana')).toEqual([])
    expect(await found('?keyword=printer')).toEqual([1])
    expect(await found('?keyword=PRINT')).toEqual([2, 1])
    expect(await found('?keyword=label+small')).toEqual([2])
    expect(await found('?keyword=abel')).toEqual([2, 1])
    expect(await found('?keyword=!!!')).toEqual([])
    expect(await found('?supportRequestType=Bug')).toEqual([1])
    expect(await found('?supportRequestType=Bug&supportRequestType=Other')).toEqual([3, 1])
    expect(await found('?status=Open')).toEqual([3, 1])
    expect(await found('?status=Open&status=Fix+Pending')).toEqual([3, 2, 1])
    expect(await found('?status=Closed')).toEqual([])
    expect(await found('?startDate=2026-03-02')).toEqual([3, 2])
    expect(await found('?endDate=2026-03-01')).toEqual([1])
    expect(await found('?startDate=03/01/2026&endDate=03/02/2026')).toEqual([2, 1])
    expect(await found(`?createdByPortalAccountId=${noa.account.id}`)).toEqual([3, 2])
    const together = `ticketNumber=${two.ticketNumber}&keyword=labels&supportRequestType=Accessibility&supportRequestType=Bug&status=Fix+Pending&startDate=2026-03-02&endDate=2026-03-02&createdByPortalAccountId=${noa.account.id}`
    expect(await found(`?${together}`)).toEqual([2])
    for (const [right, wrong] of [
      [two.ticketNumber, one.ticketNumber],
      ['keyword=labels', 'keyword=holidays'],
      ['status=Fix+Pending', 'status=Open'],
      ['startDate=2026-03-02&endDate=2026-03-02', 'startDate=2026-03-01&endDate=2026-03-01'],
      [noa.account.id, mia.account.id],
    ])
      expect(await found(`?${together.replace(right as string, wrong as string)}`), wrong as string).toEqual([])
    expect(await found('?ticketNumber=&keyword=&startDate=&endDate=&createdByPortalAccountId=&status=')).toEqual([
      3, 2, 1,
    ])
  })

  it('D-HD-3 takes both days as whole days of the reader’s time zone', async () => {
    const { call } = await someone({})
    const ticket = await open(call)
    // 8 March 2026, 23:30 in New York, where clocks changed that night; in UTC it is the 9th.
    await dateTicket(ticket.id, '2026-03-09T03:30:00Z')
    const inZone = (query: string, zone?: string) => ids(call, query, zone ? { 'time-zone': zone } : {})
    expect(await inZone('?startDate=2026-03-08&endDate=2026-03-08', 'America/New_York')).toEqual([ticket.id])
    expect(await inZone('?startDate=2026-03-09', 'America/New_York')).toEqual([])
    expect(await inZone('?startDate=2026-03-09&endDate=2026-03-09')).toEqual([ticket.id])
    expect(await inZone('?startDate=2026-03-09&endDate=2026-03-09', 'Not/AZone')).toEqual([ticket.id])
    expect(await inZone('?endDate=2026-03-08', 'Asia/Tokyo')).toEqual([])
    expect(await inZone('?startDate=0001-01-01&endDate=9999-12-31')).toEqual([ticket.id])
  })

  it.each([
    ['startDate', 'startDate=2026-02-30'],
    ['startDate', 'startDate=tomorrow'],
    ['endDate', 'endDate=13/01/2026'],
    ['endDate', 'endDate=2026-3-1'],
    ['status.0', 'status=Lost'],
    ['status.1', 'status=Open&status=Lost'],
    ['supportRequestType.0', 'supportRequestType=bug'],
    ['createdByPortalAccountId', 'createdByPortalAccountId=7'],
    ['keyword', `keyword=${'x'.repeat(201)}`],
    ['ticketNumber', `ticketNumber=${'1'.repeat(41)}`],
    ['limit', 'limit=0'],
    ['sort', 'sort=password'],
    ['direction', 'direction=up'],
    ['cursor', 'cursor=banana'],
  ])('refuses a wrong %s at its field', async (field, query) => {
    const { status, body } = await ana.call('GET', `${path}?${query}`)
    expect(status).toBe(400)
    expect(body.errors.map(({ path: at }: { path: string }) => at)).toEqual([field])
  })

  it('answers to hostile words with an empty list', async () => {
    for (const word of [
      "'; drop table support_request; --",
      '%',
      '_',
      '\\',
      "a' | b:*",
      '<script>',
      '\u202Eevil',
      '((',
      '!a & b',
      'nul\u0000l',
    ])
      for (const name of ['keyword', 'ticketNumber'])
        expect((await ana.call('GET', `${path}?${name}=${encodeURIComponent(word)}zzqq`)).status, word).toBe(200)
  })
})

it('D-API-6 pages by key through every order without losing or repeating a ticket', async () => {
  const far = await makeOrganization(database)
  const { call } = await someone({ organizationId: far.id })
  const made: string[] = []
  for (let i = 0; i < 13; i++)
    made.push(
      (
        await open(call, {
          supportRequestType: supportRequestTypes[i % 3],
          priority: priorities[i % 2],
          description: `page ${i}`,
        })
      ).id,
    )
  // Several with the same time: the number determines their order.
  for (const id of made.slice(3, 9)) await dateTicket(id, '2026-01-05T10:00:00.123Z')
  const through = async (query: string) => {
    const all: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 20; pages++) {
      const page = await list(call, `?limit=3&${query}${cursor && `&cursor=${cursor}`}`)
      all.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    return all
  }
  for (const query of [
    '',
    'direction=asc',
    'sort=ticketNumber',
    'sort=ticketNumber&direction=asc',
    'sort=fromOrganization',
    'sort=createdByPortalAccount&direction=desc',
    'sort=supportRequestType',
    'sort=status',
    'sort=priority&direction=desc',
    'keyword=page',
    'keyword=page&sort=priority',
    'ticketNumber=HD-0',
    'ticketNumber=HD-0&sort=createdOn',
    'status=Open',
    'supportRequestType=Bug&supportRequestType=Feature+Request&supportRequestType=User+Experience&direction=asc',
  ]) {
    const all = await through(query)
    expect(all.length, query).toBe(13)
    expect(new Set(all), query).toEqual(new Set(made))
  }
  expect(await through('sort=ticketNumber&direction=asc')).toEqual(made)
  const numbers = async (query: string, name: string) =>
    (await list(call, query)).items.map((item) => (item as unknown as Record<string, string>)[name])
  const ranks = (await numbers('?sort=priority&direction=desc', 'priority')).map((p) => priorities.indexOf(p as never))
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  const { nextCursor } = await list(call, '?limit=3')
  expect((await call('GET', `${path}?limit=3&sort=status&cursor=${nextCursor}`)).status).toBe(400)
})

it('HDV-02 the reporter’s telephone stands in a ticket for who handles tickets, and for nobody else', async () => {
  const organization = await makeOrganization(database)
  const reporter = await someone({ organizationId: organization.id })
  const agent = await someone({ roles: ['support-agent'] })
  const { id } = (await reporter.call('POST', path, newTicket)).body
  const phone = async (call: Caller) => (await call('GET', `${path}${id}`)).body.reporterPhone
  await sql`delete from contact_phone where contact_id = (select contact_id from account where id = ${reporter.account.id}::uuid)`.execute(
    database,
  )
  expect(await phone(agent.call)).toBeNull()
  await sql`insert into contact_phone (contact_id, phone_number, is_primary)
    select contact_id, '+17165550142;ext=3', true from account where id = ${reporter.account.id}::uuid`.execute(
    database,
  )
  expect(await phone(agent.call)).toEqual({ text: '(716) 555-0142 ext. 3', number: '+17165550142' })
  expect(await phone(reporter.call)).toBeNull()
})
