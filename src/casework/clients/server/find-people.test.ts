import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

let app: TestApp
let staff: Caller
let organizationId: string
beforeAll(async () => {
  app = await startTestApp()
  organizationId = (await makeOrganization(app.database)).id
  staff = (await app.someone({ organizationId })).call
  for (const name of ['Keisha Brown', 'Kevin Browning', 'Rosa Martinez-Delgado', 'John Smith', 'Peter Kowal'])
    await record({ firstName: name.split(' ')[0], lastName: name.split(' ')[1] })
})

const record = (given: Record<string, unknown>) => staff('POST', '/api/contact/', given)
const find = async (search: string) => {
  const { body } = await staff('POST', '/api/contact/search', { search })
  return {
    names: (body.items as { firstName: string; lastName: string }[]).map((p) => `${p.firstName} ${p.lastName}`),
    isAlike: body.isAlike,
  }
}
const likely = async (given: Record<string, unknown>) =>
  (await staff('POST', '/api/contact/duplicate', given)).body.items as { id: string; reasons: string[] }[]

it.each(['keisha brown', 'brown keisha', 'Brown, Keisha', 'BROWN,KEISHA', 'kei bro'])(
  'INT-01 finds a person by the words of the name in any order: %s',
  async (search) => {
    expect(await find(search)).toEqual({ names: ['Keisha Brown'], isAlike: false })
  },
)

it.each([
  ['Keshia', ['Keisha Brown']],
  ['keshia brwon', ['Keisha Brown']],
  ['Martines', ['Rosa Martinez-Delgado']],
  ['Martines-Delagdo', ['Rosa Martinez-Delgado']],
  ['Jhon Smiht', ['John Smith']],
])('INT-01 finds a person by a misspelt name, and says that it is only alike: %s', async (search, names) => {
  expect(await find(search)).toEqual({ names, isAlike: true })
})

it.each(['01/01/0000', '0000-01-01', '31/02/1990'])(
  'INT-01 a day that does not exist finds nobody: %s',
  async (day) => {
    expect(await find(day)).toEqual({ names: [], isAlike: false })
  },
)

it('INT-01 finds nobody by a name that is like none, nor anybody of another organization', async () => {
  expect(await find('Zebulon')).toEqual({ names: [], isAlike: false })
  const { call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
  expect((await call('POST', '/api/contact/search', { search: 'Keshia' })).body.items).toEqual([])
})

const elsewhere = async () => (await app.someone({ organizationId: (await makeOrganization(app.database)).id })).call

it('INT-01 lists the closest of those that are alike first, then by name', async () => {
  const call = await elsewhere()
  for (const [firstName, lastName] of [
    ['Rita', 'Castelanos'],
    ['Rita', 'Castellanos'],
    ['Abel', 'Castellanos'],
  ])
    await call('POST', '/api/contact/', { firstName, lastName })
  const { items, isAlike } = (await call('POST', '/api/contact/search', { search: 'Castellanoz' })).body
  const names = items.map((person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`)
  expect([names, isAlike]).toEqual([['Abel Castellanos', 'Rita Castellanos', 'Rita Castelanos'], true])
})

it('INT-01 offers nobody who is only alike on a later page, nor where nothing was searched', async () => {
  const call = await elsewhere()
  expect((await call('GET', '/api/contact/')).body).toMatchObject({ items: [], isAlike: false })
  for (const lastName of ['Adler', 'Adlers']) await call('POST', '/api/contact/', { firstName: 'Ilse', lastName })
  const search = (given: object) => call('POST', '/api/contact/search', { search: 'Ilse Adler', limit: 1, ...given })
  const first = (await search({})).body
  expect(first).toMatchObject({ items: [{ lastName: 'Adler' }], isAlike: false })
  const second = (await search({ cursor: first.nextCursor })).body
  expect(second).toMatchObject({ items: [{ lastName: 'Adlers' }], nextCursor: null, isAlike: false })
  await app.database.deleteFrom('contact').where('id', '=', second.items[0].id).execute()
  expect((await search({ cursor: first.nextCursor })).body).toEqual({ items: [], nextCursor: null, isAlike: false })
})

it('INT-01 REF-12 reads named people again if they still match, and nobody who is only spelled similarly', async () => {
  const call = await elsewhere()
  const ids: string[] = []
  for (const lastName of ['Adler', 'Brandt'])
    ids.push((await call('POST', '/api/contact/', { firstName: 'Ilse', lastName })).body.id)
  const read = async (given: object, by = call) => {
    const { items, isAlike } = (await by('POST', '/api/contact/search', given)).body
    return [items.map(({ lastName, version }: { lastName: string; version: number }) => [lastName, version]), isAlike]
  }
  expect(await read({ ids })).toEqual([
    [
      ['Adler', 1],
      ['Brandt', 1],
    ],
    false,
  ])
  await call('PUT', `/api/contact/${ids[0]}`, { firstName: 'Elsa', version: 1 })
  expect(await read({ ids: [ids[0]], search: 'adler' })).toEqual([[['Adler', 2]], false])
  expect(await read({ ids, search: 'ilse' })).toEqual([[['Brandt', 1]], false])
  expect(await read({ search: 'brantd' })).toEqual([[['Brandt', 1]], true])
  expect(await read({ ids, search: 'brantd' })).toEqual([[], false])
  expect(await read({ ids }, staff)).toEqual([[], false])
  for (const wrong of [[], ['x'], Array(201).fill(ids[0])])
    expect((await call('POST', '/api/contact/search', { ids: wrong })).status).toBe(400)
})

it('INT-01 passes over a telephone number that nobody can read when it looks for duplicates', async () => {
  const call = await elsewhere()
  const person = { firstName: 'Ona', lastName: 'Wells', phones: [{ phoneNumber: '(716) 555-0188' }] }
  const { body } = await call('POST', '/api/contact/', person)
  const phones = [{ phoneNumber: '12' }, { phoneNumber: '716 555 0188' }]
  const { status, body: found } = await call('POST', '/api/contact/duplicate', {
    firstName: 'X',
    lastName: 'Y',
    phones,
  })
  expect([status, found.items?.map(({ id }: { id: string }) => id)]).toEqual([200, [body.id]])
})

it('INT-01 shows somebody of the same name as a likely duplicate, whatever else is known of them', async () => {
  const { body: first } = await record({ firstName: 'Ana', lastName: 'Núñez', birthDate: '1980-01-01' })
  expect(await likely({ firstName: ' ana', lastName: 'NUNEZ' })).toMatchObject([
    { id: first.id, reasons: ['same-name'], birthDate: '1980-01-01' },
  ])
  expect(await likely({ firstName: 'Núñez', lastName: 'Ana', birthDate: '1999-09-09' })).toHaveLength(1)
  expect(await likely({ firstName: 'Ana', lastName: 'Núñez', exceptId: first.id })).toEqual([])
  expect(await likely({ firstName: 'Ana', lastName: '' })).toEqual([])
})

it('INT-12 shows people by nickname, sound, swapped names and day, and address, the most likely first', async () => {
  const call = await elsewhere()
  const likely = async (given: object) =>
    ((await call('POST', '/api/contact/duplicate', given)).body.items as { id: string; reasons: string[] }[]).map(
      ({ id, reasons }) => [id, reasons],
    )
  const home = { address1: '12 Harbor St', postalCode: '14203' }
  const person = { firstName: 'Francisco', lastName: 'Vázquez Peña', birthDate: '1980-04-03', ...home }
  const { body: paco } = await call('POST', '/api/contact/', person)
  const swapped = { firstName: 'Paco', lastName: 'Basques', birthDate: '1980-03-04' }
  expect(await likely(swapped)).toEqual([[paco.id, ['nickname', 'name-sound', 'birth-date-swapped']]])
  const { body: twin } = await call('POST', '/api/contact/', { ...person, firstName: 'Ramón' })
  expect(await likely({ ...swapped, ...home })).toEqual([
    [paco.id, ['nickname', 'name-sound', 'birth-date-swapped', 'address']],
    [twin.id, ['birth-date-swapped', 'address']],
  ])
  expect(await likely({ firstName: 'Paco', lastName: 'Romero' })).toEqual([])
})

it('INT-12 does not show people only because they give the telephone number of a shelter', async () => {
  const call = await elsewhere()
  const phones = [{ phoneNumber: '(716) 555-0166' }]
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Edna']
  for (const firstName of names) await call('POST', '/api/contact/', { firstName, lastName: 'Quill', phones })
  const count = async () =>
    (await call('POST', '/api/contact/duplicate', { firstName: 'X', lastName: 'Y', phones })).body.items.length
  expect(await count()).toBe(5)
  await call('POST', '/api/contact/', { firstName: 'Fay', lastName: 'Quill', phones })
  expect(await count()).toBe(0)
})

it('INT-01 takes five digits, or nine, as a ZIP code and nothing else', async () => {
  const errorOf = async (postalCode: string) =>
    (await record({ firstName: 'Zip', lastName: 'Code', postalCode })).body.errors?.[0]
  expect(await errorOf('14203')).toBeUndefined()
  expect(await errorOf('14203-1234')).toBeUndefined()
  for (const wrong of ['ABCDE', '1420', '142031']) expect(await errorOf(wrong)).toMatchObject({ path: 'postalCode' })
})

it('INT-01 D-PHO-1 a record from before ZIP codes and numbers were checked can be corrected in its other fields', async () => {
  const { body: made } = await record({
    firstName: 'Olde',
    lastName: 'Record',
    phones: [{ phoneNumber: '(716) 555-0142', kind: 'home', isPrimary: true }],
  })
  await sql`update contact set postal_code = 'V5K 0A1' where id = ${made.id}::uuid`.execute(app.database)
  await sql`update contact_phone set phone_number = '+15551234567' where contact_id = ${made.id}::uuid`.execute(
    app.database,
  )
  const { body: read } = await staff('GET', `/api/contact/${made.id}`)
  const { version, postalCode, phones } = read
  const put = (change: object) => staff('PUT', `/api/contact/${made.id}`, { version, postalCode, phones, ...change })
  expect((await put({ postalCode: 'ABCDE' })).body.errors?.[0]).toMatchObject({
    path: 'postalCode',
    message: 'zip-format',
  })
  const saved = await put({ firstName: 'Old' })
  expect([saved.status, saved.body.firstName, saved.body.postalCode]).toEqual([200, 'Old', 'V5K 0A1'])
})
