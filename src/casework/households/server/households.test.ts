import { beforeAll, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeOrganization } from '#test/factories.ts'
import type { Household } from '../household.ts'

let app: TestApp
let staff: Caller
let admin: Caller
let other: Caller

beforeAll(async () => {
  app = await startTestApp()
  const own = await makeOrganization(app.database)
  staff = (await app.someone({ organizationId: own.id })).call
  admin = (await app.someone({ organizationId: own.id, roles: ['organization-admin'] })).call
  other = (await app.someone({ organizationId: (await makeOrganization(app.database)).id })).call
})

const makePerson = async (firstName: string, birthDate: string | null = null, call = staff): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName, lastName: 'Lopez', birthDate })).body.id
const path = (id: string) => `/api/contact/${id}/household`
const add = (id: string, contactId: string, relation?: string, call = staff) =>
  call('POST', path(id), { contactId, relation })
const membersOf = async (id: string) =>
  ((await staff('GET', path(id))).body as Household).items.map((member) => `${member.firstName}: ${member.relation}`)
const errorOf = ({ status, body }: Awaited<ReturnType<Caller>>) => [
  status,
  body.errors?.[0]?.path,
  body.errors?.[0]?.message,
]

it('INT-16 people who live together are one household: the head first, then the oldest', async () => {
  const [ana, leo, mia] = [
    await makePerson('Ana'),
    await makePerson('Leo', '2016-01-01'),
    await makePerson('Mia', '2012-01-01'),
  ]
  expect(await membersOf(ana)).toEqual([])
  await add(ana, leo, 'child')
  // From the record of another member it is the same household.
  expect((await add(leo, mia, 'child')).status).toBe(200)
  for (const id of [ana, leo, mia]) expect(await membersOf(id)).toEqual(['Ana: head', 'Mia: child', 'Leo: child'])
  expect(await auditsOf(app.database, ana)).toContainEqual(
    expect.objectContaining({ action: 'household.add', detail: { contactId: leo, relation: 'child' } }),
  )
})

it('INT-16 adding somebody twice or at the same moment adds them once, and each person is in one household', async () => {
  const [ana, leo, sam] = [await makePerson('Ana'), await makePerson('Leo'), await makePerson('Sam')]
  const answers = await Promise.all([add(ana, leo, 'child'), add(leo, ana), add(ana, leo, 'child'), add(ana, sam)])
  expect(answers.map(({ status }) => status).filter((status) => ![200, 400].includes(status))).toEqual([])
  for (const [one, another] of [
    [ana, leo],
    [leo, ana],
    [ana, sam],
  ] as const)
    expect((await add(one, another)).status).toBe(200)
  expect((await membersOf(ana)).map((line) => line.split(':')[0]).sort()).toEqual(['Ana', 'Leo', 'Sam'])
  const [eva, tom] = [await makePerson('Eva'), await makePerson('Tom')]
  await add(eva, tom)
  expect(errorOf(await add(ana, tom))).toEqual([400, 'contactId', 'in-other-household'])
  expect(errorOf(await add(ana, ana))).toEqual([400, 'contactId', 'same-person'])
  expect(await membersOf(eva)).toEqual(['Eva: head', 'Tom: not-stated'])
})

it('INT-16 a new head replaces the old one, and whoever leaves takes nothing along; one person is no household', async () => {
  const [ana, leo, sam] = [await makePerson('Ana'), await makePerson('Leo'), await makePerson('Sam')]
  await add(ana, leo, 'partner')
  await add(ana, sam, 'head')
  expect(await membersOf(ana)).toEqual(['Sam: head', 'Ana: not-stated', 'Leo: partner'])
  expect((await staff('PUT', path(leo), { relation: 'head' })).body.items[0]).toMatchObject({
    firstName: 'Leo',
    relation: 'head',
  })
  expect((await staff('PUT', path(leo), { relation: 'owner' })).status).toBe(400)
  expect((await staff('PUT', path(leo), { relation: 'head' })).status).toBe(200)
  expect((await auditsOf(app.database, leo)).filter(({ action }) => action === 'household.relation')).toEqual([
    expect.objectContaining({ subjectType: 'contact', detail: { from: 'partner', to: 'head' } }),
  ])
  for (const _ of [1, 2]) expect((await staff('DELETE', path(leo))).status).toBe(204)
  expect([await membersOf(ana), await membersOf(leo)]).toEqual([['Ana: not-stated', 'Sam: not-stated'], []])
  await staff('DELETE', path(sam))
  expect(await membersOf(ana)).toEqual([])
  expect((await staff('PUT', path(ana), { relation: 'head' })).status).toBe(404)
  // Alone again, Ana can join another household.
  expect((await add(leo, ana)).status).toBe(200)
})

it('INT-16 a household is at most thirty people', async () => {
  const ids = await Promise.all(Array.from({ length: 31 }, (_, index) => makePerson(`P${index}`)))
  const [first = '', ...others] = ids
  for (const id of others.slice(0, 29)) expect((await add(first, id)).status).toBe(200)
  expect(errorOf(await add(first, others[29] ?? ''))).toEqual([400, 'contactId', 'household-full'])
})

it('INT-16 INT-03 other organizations learn nothing of a household, and each look at its members is recorded', async () => {
  const [ana, leo] = [await makePerson('Ana'), await makePerson('Leo')]
  const theirs = await makePerson('Zoe', null, other)
  expect(errorOf(await add(ana, theirs))).toEqual([400, 'contactId', 'unknown-person'])
  await add(ana, leo)
  for (const method of ['GET', 'DELETE'] as const) expect((await other(method, path(ana))).status).toBe(404)
  expect((await other('POST', path(ana), { contactId: theirs })).status).toBe(404)
  expect((await other('PUT', path(ana), { relation: 'head' })).status).toBe(404)
  const before = (await accessLogOf(app.database, leo)).length
  await staff('GET', path(ana))
  const [look] = (await accessLogOf(app.database, leo)).slice(before)
  expect(look).toMatchObject({ way: 'list', contactIds: [ana, leo] })
})

it('INT-16 INT-17 the copy of a person says how they live, not with whom; erasing takes them out', async () => {
  const [ana, leo, sam] = [await makePerson('Ana'), await makePerson('Leo'), await makePerson('Sam')]
  await add(ana, leo, 'child')
  await add(ana, sam, 'partner')
  const copy = (await admin('GET', `/api/contact/${leo}/export`)).body
  expect(copy.household).toEqual({ relation: 'child', people: 3 })
  expect(JSON.stringify(copy)).not.toContain('Sam')
  expect((await admin('POST', `/api/contact/${leo}/erase`, { name: 'Leo Lopez' })).status).toBe(204)
  expect(await membersOf(ana)).toEqual(['Ana: head', 'Sam: partner'])
})
