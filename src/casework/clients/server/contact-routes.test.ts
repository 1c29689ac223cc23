import { beforeAll, describe, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

let app: TestApp
let staff: Caller
let stranger: Caller
let organizationId: string
let otherOrganizationId: string

beforeAll(async () => {
  app = await startTestApp()
  organizationId = (await makeOrganization(app.database)).id
  otherOrganizationId = (await makeOrganization(app.database)).id
  staff = await app.signIn((await makeAccount(app.database, { organizationId })).email, PASSWORD)
  stranger = await app.signIn(
    (await makeAccount(app.database, { organizationId: otherOrganizationId, roles: ['organization-admin'] })).email,
    PASSWORD,
  )
})

const record = async (given: Record<string, unknown> = {}, call = staff) =>
  (await call('POST', '/api/contact/', { firstName: 'José', lastName: 'Ortega', ...given })).body
const views = (contactId: string) => accessLogOf(app.database, contactId)

/** The events about a person that the organization's tabs received. */
const heard = async (contactId: string) =>
  (
    await app.database
      .selectFrom('event')
      .select('audience')
      .where('type', '=', 'contact')
      .where('subjectId', '=', contactId)
      .execute()
  ).map((e) => e.audience)

describe('people', () => {
  it('INT-01 COM-01 tells the open tabs of the organization, and of no other, that a record or a consent changed', async () => {
    const person = await record()
    await staff('PUT', `/api/contact/${person.id}`, { firstName: 'Josefa', version: 1 })
    await staff('PUT', `/api/contact/${person.id}`, { firstName: 'Stale', version: 1 })
    const consented = await staff('POST', `/api/contact/${person.id}/consent`, {
      scope: 'network',
      howGiven: 'written',
      givenOn: '2026-01-02',
    })
    await staff('POST', `/api/contact/${person.id}/consent/${consented.body.consents[0].id}/withdraw`)
    expect(await heard(person.id)).toEqual(Array(4).fill([`organization:${organizationId}`]))
  })

  it('INT-01 records a person with names, birth date, phones, e-mail, address and language', async () => {
    const given = {
      firstName: ' Ana ',
      lastName: 'Reyes',
      birthDate: '1990-05-01',
      email: 'Ana@Example.test',
      language: 'es',
      address1: '12 Elm St',
      city: 'Buffalo',
      stateProvince: 'NY',
      postalCode: '14201',
      note: 'Prefers texts',
      phones: [
        { phoneNumber: '(716) 555-0100', kind: 'home' },
        { phoneNumber: '(716) 555-0101', isPrimary: true },
      ],
    }
    const made = await staff('POST', '/api/contact/', given)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      firstName: 'Ana',
      email: 'ana@example.test',
      address1: '12 Elm St',
      version: 1,
      organizationId,
    })
    expect(
      made.body.phones.map((p: { phoneNumber: string; isPrimary: boolean }) => [p.phoneNumber, p.isPrimary]),
    ).toEqual([
      ['+17165550101', true],
      ['+17165550100', false],
    ])
    const read = await staff('GET', `/api/contact/${made.body.id}`)
    expect(read.body).toEqual(made.body)
  })

  it('INT-01 makes the first phone primary when none is said to be, and refuses two', async () => {
    const one = await record({ phones: [{ phoneNumber: '(716) 555-0100' }, { phoneNumber: '(716) 555-0101' }] })
    expect(one.phones.filter((p: { isPrimary: boolean }) => p.isPrimary)).toHaveLength(1)
    const two = await staff('POST', '/api/contact/', {
      firstName: 'A',
      lastName: 'B',
      phones: [
        { phoneNumber: '(716) 555-0100', isPrimary: true },
        { phoneNumber: '(716) 555-0101', isPrimary: true },
      ],
    })
    expect(two.status).toBe(400)
    expect(two.body.errors[0].path).toBe('phones')
  })

  it('INT-01 keeps what a change leaves out, and answers a stale version with how it is now', async () => {
    const person = await record({ city: 'Buffalo', phones: [{ phoneNumber: '(716) 555-0100' }] })
    const changed = await staff('PUT', `/api/contact/${person.id}`, { lastName: 'Ortiz', version: 1 })
    expect(changed.body).toMatchObject({ lastName: 'Ortiz', city: 'Buffalo', version: 2 })
    expect(changed.body.phones).toHaveLength(1)
    const stale = await staff('PUT', `/api/contact/${person.id}`, { lastName: 'Other', version: 1 })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'stale-version', current: { lastName: 'Ortiz', version: 2 } })
  })

  it('INT-01 lets one of twenty simultaneous changes through', async () => {
    const person = await record()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        staff('PUT', `/api/contact/${person.id}`, { lastName: `N${i}`, version: 1 }),
      ),
    )
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 409)).toHaveLength(19)
  })

  it('INT-01 finds likely duplicates by birth date and name, by phone and by e-mail, within the organization', async () => {
    const person = await record({
      firstName: 'Maríana',
      lastName: 'Fuentes',
      birthDate: '1985-02-03',
      email: 'mf@example.test',
      phones: [{ phoneNumber: '(716) 555-7777' }],
    })
    await record(
      { firstName: 'Mariana', lastName: 'Fuentes', birthDate: '1985-02-03', email: 'mf@example.test' },
      stranger,
    )
    const ask = async (given: Record<string, unknown>) =>
      (await staff('POST', '/api/contact/duplicate', given)).body.items.map((d: { id: string; reasons: string[] }) => [
        d.id,
        d.reasons,
      ])
    expect(await ask({ firstName: 'Mariana', lastName: 'Fuente', birthDate: '1985-02-03' })).toEqual([
      [person.id, ['birth-date-and-name']],
    ])
    expect(await ask({ phones: [{ phoneNumber: '(716) 555-7777' }] })).toEqual([[person.id, ['phone']]])
    expect(await ask({ email: 'MF@example.test' })).toEqual([[person.id, ['email']]])
    expect(await ask({ firstName: 'Boris', lastName: 'Quill', birthDate: '1985-02-03' })).toEqual([])
    expect(await ask({ email: 'mf@example.test', exceptId: person.id })).toEqual([])
    expect((await views(person.id)).map((v) => v.way)).toContain('duplicate')
  })

  it("INT-01 lists an organization's people by name, page by page without a gap, and finds them without accents", async () => {
    const { id } = await makeOrganization(app.database)
    const call = await app.signIn((await makeAccount(app.database, { organizationId: id })).email, PASSWORD)
    for (const n of [3, 1, 5, 2, 4]) await record({ firstName: `P${n}`, lastName: n === 5 ? 'Ñandú' : 'Zed' }, call)
    const seen: string[] = []
    let cursor: string | null = null as string | null
    do {
      const page: { items: { firstName: string }[]; nextCursor: string | null } = (
        await call('GET', `/api/contact/?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      ).body
      seen.push(...page.items.map((p) => p.firstName))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(['P5', 'P1', 'P2', 'P3', 'P4'])
    expect(
      (await call('POST', '/api/contact/search', { search: 'nandu' })).body.items.map(
        (p: { firstName: string }) => p.firstName,
      ),
    ).toEqual(['P5'])
    expect((await call('POST', '/api/contact/search', { search: '%' })).body.items).toEqual([])
  })
})

describe('who may see a person', () => {
  it('INT-03 hides a person from every other organization and role, by reading, changing, listing and consenting', async () => {
    const person = await record({ email: 'hidden@example.test', phones: [{ phoneNumber: '(716) 555-0199' }] })
    const admin = await app.signIn((await makeAccount(app.database, { roles: ['platform-admin'] })).email, PASSWORD)
    expect((await stranger('GET', `/api/contact/${person.id}`)).status).toBe(404)
    expect((await stranger('PUT', `/api/contact/${person.id}`, { lastName: 'X', version: 1 })).status).toBe(404)
    expect(
      (
        await stranger('POST', `/api/contact/${person.id}/consent`, {
          scope: 'network',
          howGiven: 'written',
          givenOn: '2026-01-01',
        })
      ).status,
    ).toBe(404)
    expect((await stranger('GET', `/api/admin/phone/?contactId=${person.id}`)).status).toBe(404)
    expect((await stranger('POST', '/api/contact/search', { search: 'hidden@example.test' })).body.items).toEqual([])
    expect((await admin('GET', `/api/contact/${person.id}`)).status).toBe(403)
    expect((await admin('GET', `/api/admin/phone/?contactId=${person.id}`)).status).toBe(404)
    expect((await app.anonymous('GET', `/api/contact/${person.id}`)).status).toBe(401)
    expect((await views(person.id)).map((entry) => entry.organizationId)).toEqual([organizationId])
  })

  it('INT-03 records each look at a person, the answer to recording them as well', async () => {
    const person = await record()
    await staff('GET', `/api/contact/${person.id}`)
    await staff('GET', `/api/contact/${person.id}`)
    expect((await views(person.id)).map(({ way, organizationId: by }) => [way, by])).toEqual([
      ['record', organizationId],
      ['record', organizationId],
      ['record', organizationId],
    ])
  })

  it("PREF-05 gives one's own phones, and an organization's admin those of its accounts", async () => {
    const mine = await makeAccount(app.database, { organizationId })
    const boss = await app.signIn(
      (await makeAccount(app.database, { organizationId, roles: ['organization-admin'] })).email,
      PASSWORD,
    )
    await app.database
      .insertInto('contactPhone')
      .values({ contactId: mine.contactId, phoneNumber: '(716) 555-0123', isPrimary: true })
      .execute()
    const path = `/api/admin/phone/?contactId=${mine.contactId}`
    const expected = { items: [{ phoneNumber: '(716) 555-0123', isPrimary: true }], nextCursor: null }
    expect((await (await app.signIn(mine.email, PASSWORD))('GET', path)).body).toEqual(expected)
    expect((await boss('GET', path)).body).toEqual(expected)
    expect((await staff('GET', path)).status).toBe(404)
    expect((await stranger('GET', path)).status).toBe(404)
  })
})

describe('consent', () => {
  it('INT-01 records consent with scope, needs, recipients and dates, and its withdrawal', async () => {
    const person = await record()
    const given = await staff('POST', `/api/contact/${person.id}/consent`, {
      scope: 'organizations',
      recipientIds: [otherOrganizationId],
      needs: ['homelessness'],
      howGiven: 'written',
      givenOn: '2026-01-02',
      expiresOn: '2027-01-02',
    })
    expect(given.status).toBe(201)
    expect(given.body.consents[0]).toMatchObject({
      scope: 'organizations',
      needs: ['homelessness'],
      howGiven: 'written',
      givenOn: '2026-01-02',
      expiresOn: '2027-01-02',
      withdrawnOn: null,
    })
    expect(given.body.consents[0].recipients[0].id).toBe(otherOrganizationId)
    const withdrawn = await staff('POST', `/api/contact/${person.id}/consent/${given.body.consents[0].id}/withdraw`)
    expect(withdrawn.body.consents[0].withdrawnOn).not.toBeNull()
    const again = await staff('POST', `/api/contact/${person.id}/consent/${given.body.consents[0].id}/withdraw`)
    expect(again.body.consents[0].withdrawnOn).toBe(withdrawn.body.consents[0].withdrawnOn)
  })

  it('INT-01 refuses a consent without recipients, from the future, or that ends before it begins', async () => {
    const person = await record()
    const at = async (given: Record<string, unknown>) => {
      const answer = await staff('POST', `/api/contact/${person.id}/consent`, {
        scope: 'network',
        howGiven: 'written',
        givenOn: '2026-01-02',
        ...given,
      })
      return [answer.status, answer.body.errors?.[0]?.path]
    }
    expect(await at({ scope: 'organizations' })).toEqual([400, 'recipientIds'])
    expect(await at({ scope: 'organizations', recipientIds: [crypto.randomUUID()] })).toEqual([400, 'recipientIds'])
    expect(await at({ givenOn: '2099-01-01' })).toEqual([400, 'givenOn'])
    expect(await at({ expiresOn: '2025-01-01' })).toEqual([400, 'expiresOn'])
  })
})

it('HTTP-05 answers hostile input about people with a 4xx, never a 500', async () => {
  const hostile: [string, string, unknown?][] = [
    ['GET', '/api/contact/not-a-uuid'],
    ['GET', '/api/contact/?cursor=%00'],
    ['GET', `/api/contact/?cursor=${Buffer.from('["\\u0000","a","b"]').toString('base64url')}`],
    ['GET', '/api/contact/?limit=-1'],
    ['GET', '/api/admin/phone/?contactId=1'],
    ['POST', '/api/contact/', null],
    ['POST', '/api/contact/', { firstName: 'x'.repeat(101), lastName: 'y' }],
    ['POST', '/api/contact/', { firstName: 'A', lastName: 'B', birthDate: '2026-02-31' }],
    ['POST', '/api/contact/', { firstName: 'A', lastName: 'B', phones: 'none' }],
    ['POST', '/api/contact/duplicate', { phones: [{ phoneNumber: 5 }] }],
  ]
  for (const [method, url, body] of hostile) {
    const { status } = await staff(method, url, body)
    expect([url, status >= 400 && status < 500]).toEqual([url, true])
  }
  expect((await staff('POST', '/api/contact/search', { search: '\u0000a' })).status).toBe(200)
  const made = await staff('POST', '/api/contact/', {
    firstName: "Robert'); drop table contact;--",
    lastName: 'A\u0000B',
    organizationId: otherOrganizationId,
    id: crypto.randomUUID(),
  })
  expect(made.body).toMatchObject({ lastName: 'AB', organizationId })
})

it('F-21 D-CON-1 refuses a consent of an impossible day: before birth, before 1900, to come, or in words long ago', async () => {
  const person = (
    await staff('POST', '/api/contact/', { firstName: 'Ida', lastName: 'Berg', birthDate: '1950-05-05', phones: [] })
  ).body
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const at = async (howGiven: string, givenOn: string, id = person.id) => {
    const answer = await staff('POST', `/api/contact/${id}/consent`, { scope: 'network', howGiven, givenOn })
    return answer.status === 201 ? 201 : answer.body.errors[0]
  }
  expect(await at('written', '1899-12-31')).toEqual({ path: 'givenOn', message: 'given-too-early' })
  expect(await at('written', '1950-05-04')).toEqual({ path: 'givenOn', message: 'given-before-birth' })
  expect(await at('written', day(-3))).toEqual({ path: 'givenOn', message: 'date-in-future' })
  expect(await at('verbal', day(370))).toEqual({ path: 'givenOn', message: 'verbal-too-old' })
  expect([await at('verbal', day(360)), await at('written', '1950-05-05'), await at('electronic', day(0))]).toEqual([
    ...[201, 201, 201],
  ])
})
