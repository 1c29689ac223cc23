import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { FormDefinition } from '#casework/intake-forms/form-definition.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { hungerVitalSign } from '#casework/intake-forms/shipped/hunger-vital-sign.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readPdfText } from '#test/pdf-text.ts'
import type { Intake } from '../intake.ts'

const app = await startTestApp()
const { database } = app
const own = await makeOrganization(database)
const { call: admin } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
const { call: staff } = await app.someone({ organizationId: own.id })
const { call: colleague } = await app.someone({ organizationId: own.id })
const { call: stranger } = await app.someone({ organizationId: (await makeOrganization(database)).id })

let hunger: string
let social: string
beforeAll(async () => {
  await insertShippedForms(database)
  const forms = await database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  hunger = forms.find(({ shippedAs }) => shippedAs === 'hunger-vital-sign')?.id ?? ''
  social = forms.find(({ shippedAs }) => shippedAs === 'social-needs')?.id ?? ''
})

const addPerson = async (): Promise<string> =>
  (await staff('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })).body.id
const start = async (contactId: string, formId = hunger, call = staff): Promise<Intake> =>
  (await call('POST', '/api/intake/', { formId, contactId, language: 'en' })).body
const begin = async (formId = hunger) => start(await addPerson(), formId)
const change = (item: string, value: unknown, base = 0, changeId: string = randomUUID()) => ({
  ...{ item, value, base, changeId },
})
const save = (id: string, answers: object[], call = staff) => call('PUT', `/api/intake/${id}/answers`, { answers })
const read = async (id: string): Promise<Intake> => (await staff('GET', `/api/intake/${id}`)).body
const answersOf = async (id: string) =>
  Object.fromEntries((await read(id)).answers.map(({ itemKey, value }) => [itemKey, value]))

it('INT-02 staff begin an intake for a person, save answers as they go, and complete it', async () => {
  const { id, contactId, definition, state } = await begin()
  expect([state, definition.title.en]).toEqual(['draft', 'Hunger Vital Sign'])
  const saved = await save(id, [change('worried', 'often')])
  expect(saved.body).toMatchObject({
    saved: [{ itemKey: 'worried', value: 'often', revision: 1, answeredByName: 'Dana Tester' }],
    conflicts: [],
  })
  const early = await staff('POST', `/api/intake/${id}/complete`)
  expect(early).toMatchObject({
    status: 400,
    body: { code: 'intake-incomplete', errors: [{ path: 'ran-out', message: 'answer-missing' }] },
  })
  await save(id, [change('ran-out', 'never')])
  for (let time = 0; time < 2; time++) {
    const { body } = await staff('POST', `/api/intake/${id}/complete`)
    expect(body).toMatchObject({
      state: 'complete',
      completedByName: 'Dana Tester',
      result: { scores: [{ key: 'risk', value: 1, band: { en: 'At risk' } }] },
      needs: [{ need: 'food-insecurity', requestId: null }],
    })
  }
  expect(await save(id, [change('worried', 'never', 1)])).toMatchObject({
    status: 409,
    body: { code: 'intake-closed' },
  })
  const { items } = (await staff('GET', `/api/intake/?contactId=${contactId}`)).body
  expect(items).toMatchObject([{ id, title: { en: 'Hunger Vital Sign' }, state: 'complete' }])
  expect(new Set((await accessLogOf(database, contactId)).map(({ way }) => way))).toEqual(new Set(['record']))
})

it('INT-02 only the organization of a person reads and fills in their intakes', async () => {
  const { id, contactId } = await begin()
  for (const [method, path, body] of [
    ['GET', `/api/intake/${id}`],
    ['GET', `/api/intake/?contactId=${contactId}`],
    ['PUT', `/api/intake/${id}/answers`, { answers: [change('worried', 'often')] }],
    ['POST', `/api/intake/${id}/complete`],
    ['POST', `/api/intake/${id}/move`],
    ['POST', `/api/intake/${id}/void`, { reason: 'Wrong person' }],
    ['POST', `/api/intake/${id}/need`, { need: 'food-insecurity' }],
    ['POST', '/api/intake/', { formId: hunger, contactId, language: 'en' }],
  ] as const)
    expect([path, (await stranger(method, path, body)).status]).toEqual([path, 404])
  expect(await answersOf(id)).toEqual({})
})

it('INT-02 two colleagues who begin the same form for a person at the same moment share one draft', async () => {
  const contactId = await addPerson()
  const begun = await Promise.all([staff, colleague, staff].map((call) => start(contactId, hunger, call)))
  expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
})

it('INT-06 a repeated save changes nothing, and one that comes late does not undo a newer answer', async () => {
  const { id } = await begin()
  const first = change('worried', 'often')
  await save(id, [first])
  expect((await save(id, [first])).body.saved).toMatchObject([{ revision: 1, value: 'often' }])
  await save(id, [change('worried', 'never', 1)])
  expect((await save(id, [first])).body).toMatchObject({ saved: [], conflicts: [{ value: 'never', revision: 2 }] })
  expect(await answersOf(id)).toEqual({ worried: 'never' })
})

it('INT-06 two people who answer at once lose nothing: the second sees the answer of the first', async () => {
  const { id } = await begin()
  const both = await Promise.all([
    save(id, [change('worried', 'often'), change('ran-out', 'never')]),
    save(id, [change('worried', 'sometimes')], colleague),
  ])
  const conflicts = both.flatMap(({ body }) => body.conflicts)
  expect(conflicts).toHaveLength(1)
  const answers = await answersOf(id)
  expect(answers).toEqual({ worried: conflicts[0].value, 'ran-out': 'never' })
  // Having seen it, they decide.
  await save(id, [change('worried', 'sometimes', conflicts[0].revision)], colleague)
  expect((await answersOf(id)).worried).toBe('sometimes')
})

it('INT-06 random saves of two people, some lost and repeated: every acknowledged answer is there, once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          who: fc.nat(1),
          item: fc.constantFrom('worried', 'ran-out'),
          value: fc.nat(2),
          again: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (steps) => {
        const { id } = await begin()
        const seen = [new Map<string, number>(), new Map<string, number>()]
        const last = new Map<string, string>()
        for (const { who, item, value, again } of steps) {
          const text = ['often', 'sometimes', 'never'][value] ?? 'never'
          const sent = [change(item, text, seen[who]?.get(item) ?? 0)]
          const call = who ? colleague : staff
          // The answer to the first try is lost on the way.
          if (again) await save(id, sent, call)
          const { saved, conflicts } = (await save(id, sent, call)).body
          for (const answer of [...saved, ...conflicts]) seen[who]?.set(answer.itemKey, answer.revision)
          if (saved.length) last.set(item, text)
        }
        expect(await answersOf(id)).toEqual(Object.fromEntries(last))
      },
    ),
    { numRuns: 15 },
  )
})

it('INT-06 refuses answers that cannot be, at their field, and saves none of them', async () => {
  const { id } = await begin(social)
  const { body } = await save(id, [
    change('food-short', 'often'),
    change('home-now', 'castle'),
    change('leave-by', '2026-02-30'),
    change('gone', 1),
  ])
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
    'answers.1.value',
    'answers.2.value',
    'answers.3.item',
  ])
  expect(await answersOf(id)).toEqual({})
})

it('INT-06 an answer can be taken back, and the answer of a hidden question is kept but not counted', async () => {
  const { id } = await begin(social)
  await save(id, [change('home-now', 'own'), change('rent-late', 'notice'), change('food-short', 'often')])
  await save(id, [change('home-now', 'outside', 1), change('food-short', null, 1)])
  expect(await answersOf(id)).toEqual({ 'home-now': 'outside', 'rent-late': 'notice', 'food-short': null })
  const { body } = await staff('POST', `/api/intake/${id}/complete`)
  expect(body.needs.map(({ need }: { need: string }) => need)).toEqual(['homelessness'])
})

/** A form of the organization; the second version as `change` says. */
async function makeForm(second: (definition: FormDefinition) => FormDefinition) {
  const title = { en: 'Food', es: 'Comida' }
  const { id } = (await admin('POST', '/api/intakeForm/', { title, scope: 'organization', copyOf: hunger })).body
  await admin('POST', `/api/intakeForm/${id}/publish`, { revision: 1 })
  const publishSecond = async () => {
    await admin('PUT', `/api/intakeForm/${id}/draft`, { revision: 0, definition: second(hungerVitalSign) })
    expect((await admin('POST', `/api/intakeForm/${id}/publish`, { revision: 1 })).status).toBe(200)
  }
  return { id, publishSecond }
}

const withoutFirst = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  pages: definition.pages.map((page) => ({ ...page, items: page.items.filter(({ key }) => key !== 'worried') })),
  scores: [],
})

it('INT-05 a draft of an older version moves on when no answer is lost', async () => {
  const form = await makeForm((definition) => ({ ...definition, lead: { en: 'New lead', es: 'Nuevo texto' } }))
  const contactId = await addPerson()
  const { id } = await start(contactId, form.id)
  await save(id, [change('worried', 'often')])
  await form.publishSecond()
  expect(await read(id)).toMatchObject({ versionNumber: 1, newerVersion: { number: 2, lost: [] } })
  expect(await start(contactId, form.id)).toMatchObject({
    ...{ id, versionNumber: 2, newerVersion: null },
    definition: { lead: { en: 'New lead' } },
    answers: [{ itemKey: 'worried', value: 'often' }],
  })
})

it('INT-05 a draft whose answers do not fit the new version stays, says which, and moves on only when asked', async () => {
  const form = await makeForm(withoutFirst)
  const contactId = await addPerson()
  const { id } = await start(contactId, form.id)
  await save(id, [change('worried', 'often'), change('ran-out', 'never')])
  await form.publishSecond()
  expect(await start(contactId, form.id)).toMatchObject({
    versionNumber: 1,
    newerVersion: { number: 2, lost: ['worried'] },
  })
  expect((await staff('POST', `/api/intake/${id}/move`)).body).toMatchObject({
    versionNumber: 2,
    newerVersion: null,
    answers: [{ itemKey: 'ran-out' }],
  })
})

it('INT-05 a corrected title stands on the intakes of that version', async () => {
  const form = await makeForm((definition) => definition)
  const { id, contactId } = await start(await addPerson(), form.id)
  const texts = ['Alimentos', 'La comida'].map((text) => ({ path: 'title', language: 'es', text }))
  for (const text of texts) await admin('PUT', `/api/intakeForm/${form.id}/text`, { number: 1, texts: [text] })
  const title = { en: 'Food', es: 'La comida' }
  expect((await staff('GET', `/api/intake/?contactId=${contactId}`)).body.items).toMatchObject([{ id, title }])
  const other = await start(await addPerson(), (await makeForm((definition) => definition)).id)
  expect((await staff('GET', `/api/intake/?contactId=${other.contactId}`)).body.items).toMatchObject([
    { id: other.id, title: { en: 'Food', es: 'Comida' } },
  ])
})

it('INT-05 a completed intake keeps its version', async () => {
  const form = await makeForm(withoutFirst)
  const { id } = await start(await addPerson(), form.id)
  await save(id, [change('worried', 'often'), change('ran-out', 'never')])
  await staff('POST', `/api/intake/${id}/complete`)
  await form.publishSecond()
  expect((await staff('POST', `/api/intake/${id}/move`)).body).toMatchObject({ versionNumber: 1, newerVersion: null })
})

it('INT-09 a raised need becomes an open need of the person, once, and nothing is sent', async () => {
  const { id, contactId } = await begin()
  await save(id, [change('worried', 'often'), change('ran-out', 'often')])
  await staff('POST', `/api/intake/${id}/complete`)
  const taken = await Promise.all(
    [staff, colleague].map((call) => call('POST', `/api/intake/${id}/need`, { need: 'food-insecurity' })),
  )
  const [requestId] = new Set(taken.map(({ body }) => body.needs[0].requestId))
  const needs = (await staff('GET', `/api/referralRequest/?contactId=${contactId}`)).body.items
  expect(needs).toEqual([
    expect.objectContaining({ id: requestId, need: 'food-insecurity', isOpen: true, status: 'draft', tries: [] }),
  ])
  expect((await staff('POST', `/api/intake/${id}/need`, { need: 'stress' })).status).toBe(404)
  expect(await app.outbox()).toEqual([])
  // A second intake finds the same need: it is the one that is open.
  const again = await start(contactId)
  await save(again.id, [change('worried', 'often'), change('ran-out', 'never')])
  await staff('POST', `/api/intake/${again.id}/complete`)
  const { body } = await staff('POST', `/api/intake/${again.id}/need`, { need: 'food-insecurity' })
  expect(body.needs[0].requestId).toBe(requestId)
})

it('INT-02 an intake entered in error stays, says why, and raises nothing', async () => {
  const { id } = await begin()
  await save(id, [change('worried', 'often'), change('ran-out', 'often')])
  await staff('POST', `/api/intake/${id}/complete`)
  expect((await staff('POST', `/api/intake/${id}/void`, { reason: 'x' })).status).toBe(400)
  expect((await staff('POST', `/api/intake/${id}/void`, { reason: 'Wrong person' })).body).toMatchObject({
    ...{ state: 'void', voidReason: 'Wrong person', needs: [] },
    answers: [{ itemKey: 'ran-out' }, { itemKey: 'worried' }],
  })
  expect((await save(id, [change('worried', 'never', 1)])).status).toBe(409)
})

it('INT-17 the export of a person has their intakes and needs, and an erasure takes the answers away', async () => {
  const { id, contactId } = await begin()
  await save(id, [change('worried', 'often'), change('ran-out', 'never')])
  await staff('POST', `/api/intake/${id}/complete`)
  await staff('POST', `/api/intake/${id}/need`, { need: 'food-insecurity' })
  const exported = (await admin('GET', `/api/contact/${contactId}/export`)).body
  expect(exported).toMatchObject({
    needs: [{ need: 'food-insecurity', isOpen: true }],
    intakes: [{ title: { en: 'Hunger Vital Sign' }, answers: [{ value: 'never' }, { value: 'often' }] }],
  })
  const { bytes } = await admin('GET', `/api/contact/${contactId}/export?format=pdf&language=es`)
  const text = readPdfText(bytes).join('')
  for (const word of ['Necesidades por las que no se envió nada', 'los alimentos que compramos', 'Frecuentemente'])
    expect(text).toContain(word.replace(/\s/g, ''))
  expect((await admin('POST', `/api/contact/${contactId}/erase`, { name: 'Ana Rivera' })).status).toBe(204)
  expect(await database.selectFrom('intake').select('id').where('contactId', '=', contactId).execute()).toEqual([])
  expect((await staff('GET', `/api/intake/${id}`)).status).toBe(404)
})

/** An intake that a device began without a connection. */
async function beginOffline(contactId: string, more: object = {}, form = hunger) {
  const { items } = (await staff('GET', '/api/intakeForm/inUse')).body
  const { formId, versionId } = items.find((one: { formId: string }) => one.formId === form)
  const begun = { id: randomUUID(), versionId, ...more }
  const call = { formId, contactId, language: 'en', begun }
  return { id: begun.id, versionId, send: (as = staff) => as('POST', '/api/intake/', call) }
}

it('INT-08 what a device began without a connection is begun once, under its ID, however often it is sent', async () => {
  const contactId = await addPerson()
  const { id, versionId, send } = await beginOffline(contactId)
  const sent = await Promise.all([send(), send(), send()])
  expect(sent.map(({ status, body }) => [status, body.id, body.versionId])).toEqual(Array(3).fill([200, id, versionId]))
  await save(id, [change('worried', 'often'), change('ran-out', 'never')])
  for (let time = 0; time < 2; time++) {
    const { status, body } = await staff('POST', `/api/intake/${id}/complete`, { versionId })
    expect([status, body.state]).toEqual([200, 'complete'])
  }
  // Also after it was completed, a repeated call begins no second one.
  expect((await send()).body).toMatchObject({ id, state: 'complete' })
  expect((await staff('GET', `/api/intake/?contactId=${contactId}`)).body.items).toHaveLength(1)
  // The ID of another person's intake, and of another organization's.
  expect((await (await beginOffline(await addPerson(), { id })).send()).status).toBe(409)
  const elsewhere = (await stranger('POST', '/api/contact/', { firstName: 'Ben', lastName: 'Ode' })).body.id
  expect((await (await beginOffline(elsewhere, { id })).send(stranger)).status).toBe(409)
})

it('INT-08 what a device began goes to the draft that a colleague began meanwhile', async () => {
  const contactId = await addPerson()
  const { id } = await start(contactId, hunger, colleague)
  const { send } = await beginOffline(contactId)
  expect((await send()).body).toMatchObject({ id, state: 'draft' })
})

it('INT-08 what a device began keeps its answers, also if a colleague has a draft of another version', async () => {
  const form = await makeForm(withoutFirst)
  const [first, second] = [await addPerson(), await addPerson()]
  const earlier = await start(first, form.id, colleague)
  const [joins, stays] = [await beginOffline(first, {}, form.id), await beginOffline(second, {}, form.id)]
  await form.publishSecond()
  const later = await start(second, form.id, colleague)
  // A draft of the version that the device asked does not move on under its answers.
  expect((await joins.send()).body).toMatchObject({ id: earlier.id, versionId: joins.versionId })
  const sent = await Promise.all([stays.send(), stays.send()])
  const own = { id: stays.id, versionId: stays.versionId, newerVersion: { number: 2 } }
  expect(sent.map(({ body }) => body)).toMatchObject([own, own])
  const answers = [change('worried', 'often'), change('ran-out', 'never')]
  for (const id of [earlier.id, stays.id]) expect((await save(id, answers)).status).toBe(200)
  expect(await answersOf(stays.id)).toEqual({ worried: 'often', 'ran-out': 'never' })
  // The colleague still shares their own draft, and both can move on.
  expect((await start(second, form.id)).id).toBe(later.id)
  expect((await staff('POST', `/api/intake/${stays.id}/move`)).body).toMatchObject({ versionNumber: 2 })
})

it('INT-08 an intake of a form that changed or ended meanwhile is saved, and not completed without a look', async () => {
  const definition = { ...hungerVitalSign, title: { en: 'Field form', es: 'Formulario' } }
  const title = definition.title
  const { id: formId } = (await admin('POST', '/api/intakeForm/', { title, scope: 'organization' })).body
  const publish = async (revision: number) => {
    await admin('PUT', `/api/intakeForm/${formId}/draft`, { revision: revision - 1, definition })
    return (await admin('POST', `/api/intakeForm/${formId}/publish`, { revision })).body.published.id as string
  }
  const draft = (await admin('GET', `/api/intakeForm/${formId}`)).body.draft
  const versionId = await publish(draft.revision + 1)
  const fill = async () => {
    const begun = { id: randomUUID(), versionId }
    const call = { formId, contactId: await addPerson(), language: 'en', begun }
    expect((await staff('POST', '/api/intake/', call)).status).toBe(200)
    await save(begun.id, [change('worried', 'often'), change('ran-out', 'never')])
    return begun.id
  }
  const complete = async (id: string) => (await staff('POST', `/api/intake/${id}/complete`, { versionId })).body
  const first = await fill()
  await publish(1)
  const late = await fill()
  for (const id of [first, late]) {
    expect(await complete(id)).toMatchObject({ code: 'form-changed' })
    expect(await answersOf(id)).toEqual({ worried: 'often', 'ran-out': 'never' })
  }
  await admin('POST', `/api/intakeForm/${formId}/archive`)
  const last = await fill()
  expect(await complete(last)).toMatchObject({ code: 'form-changed' })
  // After a look, it can be completed.
  expect((await staff('POST', `/api/intake/${last}/complete`)).body).toMatchObject({ state: 'complete' })
})
