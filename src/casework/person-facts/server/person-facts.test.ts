import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { readPdfText } from '#test/pdf-text.ts'

const app = await startTestApp()
const { database } = app
const { add } = directoryOf(app)
const { id: organizationId } = await makeOrganization(database)
const { call } = await app.someone({ organizationId })
const { call: admin } = await app.someone({ organizationId, roles: ['organization-admin'] })
const { call: stranger } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const day = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10)
const addPerson = async (given: object = {}): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', ...given })).body.id
const save = (id: string, facts: object, given: object = {}, by = call) =>
  by('PUT', `/api/contact/${id}/fact`, { facts, saidOn: '2026-11-02', saidBy: 'person', ...given })
const income = { amount: 1450.5, per: 'month' }

it('DIR-14 what a person said is on their record with its day and who said so; a new answer replaces the old', async () => {
  const id = await addPerson()
  const saved = await save(id, { income, householdSize: 3, childrenAges: [5, 2], veterans: false, papers: [] })
  expect(saved.body.items.map(({ name, value }: Record<string, unknown>) => [name, value])).toEqual([
    ['householdSize', 3],
    ['income', income],
    ['childrenAges', [5, 2]],
    ['veterans', false],
    ['papers', []],
  ])
  expect(saved.body.items[0]).toEqual({
    ...{ name: 'householdSize', value: 3, saidOn: '2026-11-02', saidBy: 'person' },
    recordedByName: 'Dana Tester',
  })
  await save(id, { householdSize: 4, veterans: null }, { saidOn: '2026-11-20', saidBy: 'document' }, admin)
  const { items } = (await call('GET', `/api/contact/${id}/fact`)).body
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['householdSize', 'income', 'childrenAges', 'papers'])
  expect(items[0]).toMatchObject({ value: 4, saidOn: '2026-11-20', saidBy: 'document' })
  expect(items[1]).toMatchObject({ saidOn: '2026-11-02' })
  const audited = await database
    .selectFrom('auditRecord')
    .select('detail')
    .where('subjectId', '=', id)
    .where('action', '=', 'contact.facts')
    .execute()
  // Which facts, and never what was said.
  expect(audited.map(({ detail }) => detail)).toContainEqual({ facts: ['householdSize', 'veterans'] })
  expect((await accessLogOf(database, id)).map(({ way }) => way)).toEqual(Array(4).fill('record'))
})

it('0307 0451 an older answer that is recorded later neither replaces nor removes a newer one', async () => {
  const id = await addPerson()
  await save(id, { householdSize: 4, veterans: true }, { saidOn: '2026-11-20' })
  const older = await save(id, { householdSize: 2, veterans: null, papers: [] }, { saidOn: '2026-11-10' })
  expect(older.body.items.map(({ name, value, saidOn }: Record<string, unknown>) => [name, value, saidOn])).toEqual([
    ['householdSize', 4, '2026-11-20'],
    ['veterans', true, '2026-11-20'],
    ['papers', [], '2026-11-10'],
  ])
  expect((await auditsOf(database, id)).at(-1)).toMatchObject({ detail: { facts: ['papers'] } })
  // Whoever says that the later day is wrong replaces and removes it.
  const wrong = await addPerson()
  await save(wrong, { householdSize: 4, veterans: true, papers: [] }, { saidOn: '2026-11-20' })
  const right = { saidOn: '2026-11-10', replacesLater: true }
  await save(wrong, { languages: ['Spanish'] }, { saidOn: '2026-11-02' })
  const corrected = await save(wrong, { householdSize: 2, veterans: null, languages: ['Karen'] }, right)
  expect(corrected.body.items.map(({ name, value, saidOn }: Record<string, unknown>) => [name, value, saidOn])).toEqual(
    [
      ['householdSize', 2, '2026-11-10'],
      ['papers', [], '2026-11-20'],
    ],
  )
  expect((await auditsOf(database, wrong)).at(-1)).toMatchObject({
    detail: { replacedLater: ['householdSize', 'veterans'] },
  })
  await save(wrong, { householdSize: 3 }, right)
  expect((await auditsOf(database, wrong)).at(-1)?.detail).toEqual({ facts: ['householdSize'] })
  // Of the same day, what was recorded last counts.
  const same = await save(id, { householdSize: 5, veterans: null }, { saidOn: '2026-11-20' })
  expect(same.body.items.map(({ name, value }: Record<string, unknown>) => [name, value])).toEqual([
    ['householdSize', 5],
    ['papers', []],
  ])
})

it('DIR-14 refuses what cannot be, at its field, and keeps what was there', async () => {
  const id = await addPerson()
  await save(id, { householdSize: 2 })
  const errorsOf = async (facts: object, given: object = {}) => (await save(id, facts, given)).body.errors
  expect(await errorsOf({ householdSize: 0 })).toMatchObject([{ path: 'facts.householdSize' }])
  expect(await errorsOf({ income: { amount: -1, per: 'month' } })).toMatchObject([{ path: 'facts.income.amount' }])
  expect(await errorsOf({ childrenAges: [26] })).toMatchObject([{ path: 'facts.childrenAges.0' }])
  expect(await errorsOf({ householdSize: 3 }, { saidOn: day(3) })).toEqual([
    { path: 'saidOn', message: 'said-in-future' },
  ])
  expect(await errorsOf({ householdSize: 3 }, { saidOn: '1899-01-01' })).toEqual([
    { path: 'saidOn', message: 'said-too-early' },
  ])
  // There is no such fact: nobody records it.
  await save(id, { immigrants: true, survivors: true })
  expect((await call('GET', `/api/contact/${id}/fact`)).body.items).toMatchObject([{ name: 'householdSize', value: 2 }])
})

it('DIR-14 only the organization of a person reads and records what they said', async () => {
  const id = await addPerson()
  expect((await save(id, { householdSize: 3 }, {}, stranger)).status).toBe(404)
  expect((await stranger('GET', `/api/contact/${id}/fact`)).status).toBe(404)
  expect((await save(crypto.randomUUID(), { householdSize: 3 })).status).toBe(404)
  const { call: member } = await app.someone({ roles: ['community-member'] })
  expect((await member('GET', `/api/contact/${id}/fact`)).status).toBe(403)
  expect((await save(id, { householdSize: 3 }, {}, member)).status).toBe(403)
  expect((await call('GET', `/api/contact/${id}/fact`)).body.items).toEqual([])
})

it('DIR-14 an answer decides, and children grow after it was given', async () => {
  const id = await addPerson({ birthDate: '1992-05-01' })
  const service = async (row: object) =>
    add('service', {
      organizationId,
      name: 'Marigold',
      ...row,
      ...('income' in row ? { income: JSON.stringify(row.income) } : {}),
    })
  const veterans = await service({ populations: ['veterans'] })
  const poor = await service({ income: { percent: 100, amounts: [], per: 'year' } })
  const toddlers = await service({ maximumAge: 3 })
  const verdict = async (serviceId: string) =>
    (await call('POST', `/api/service/${serviceId}/fit`, { contactId: id })).body.verdict
  expect([await verdict(veterans), await verdict(poor), await verdict(toddlers)]).toEqual(Array(3).fill('may-fit'))
  await save(id, { veterans: true, householdSize: 1, income: { amount: 500, per: 'week' }, childrenAges: [3] })
  expect([await verdict(veterans), await verdict(poor), await verdict(toddlers)]).toEqual([
    'fits',
    'does-not-fit',
    'fits',
  ])
  await save(id, { childrenAges: null })
  await save(id, { childrenAges: [3] }, { saidOn: day(-370) })
  expect(await verdict(toddlers)).toBe('does-not-fit')
})

it('DIR-14 F-22 the export of a person has what they said, and an erasure takes it away', async () => {
  const id = await addPerson()
  await save(id, { income, childrenAges: [], disability: true })
  const exported = (await admin('GET', `/api/contact/${id}/export`)).body
  expect(exported.facts).toMatchObject([
    { name: 'income', value: income, saidBy: 'person' },
    { name: 'childrenAges', value: [] },
    { name: 'disability', value: true },
  ])
  for (const [language, words] of [
    ['en', ['Income of the household: $1,450.50 a month (said so themselves, 11/2/26)', 'Ages of the children: None']],
    ['es', ['Tiene una discapacidad: Sí']],
  ] as const) {
    const { bytes } = await admin('GET', `/api/contact/${id}/export?format=pdf&language=${language}`)
    const text = readPdfText(bytes).join('')
    for (const word of words) expect(text).toContain(word.replace(/\s/g, ''))
  }
  expect((await admin('POST', `/api/contact/${id}/erase`, { name: 'Ana Rivera' })).status).toBe(204)
  expect(await database.selectFrom('personFact').selectAll().where('contactId', '=', id).execute()).toEqual([])
})
