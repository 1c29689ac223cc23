import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeOrganization } from '#test/factories.ts'
import { emptyForm, type FormDefinition } from '../form-definition.ts'
import type { FormSummary, IntakeForm } from '../intake-form.ts'
import { hungerVitalSign } from '../shipped/hunger-vital-sign.ts'
import { insertShippedForms } from './insert-shipped-forms.ts'

const app = await startTestApp()
const { database } = app
const own = await makeOrganization(database)
const { call: admin } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
const { call: colleague } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
const { call: staff } = await app.someone({ organizationId: own.id })
const { call: platform } = await app.someone({ roles: ['platform-admin'] })
const { call: stranger } = await app.someone({
  organizationId: (await makeOrganization(database)).id,
  roles: ['organization-admin'],
})
const title = { en: 'Pantry visit', es: 'Visita a la despensa' }

/** Two questions, the second only after a yes. */
const questions = (more: Partial<FormDefinition> = {}): FormDefinition => ({ ...hungerVitalSign, title, ...more })

const create = async (call = admin, scope = 'organization'): Promise<IntakeForm> =>
  (await call('POST', '/api/intakeForm/', { title, scope })).body
const save = (id: string, revision: number, definition: FormDefinition, call = admin) =>
  call('PUT', `/api/intakeForm/${id}/draft`, { revision, definition })
const publish = (id: string, revision: number, call = admin) =>
  call('POST', `/api/intakeForm/${id}/publish`, { revision })
const discard = (id: string, revision: number) => admin('DELETE', `/api/intakeForm/${id}/draft?revision=${revision}`)
const read = async (id: string, call = admin): Promise<IntakeForm> => (await call('GET', `/api/intakeForm/${id}`)).body

async function makePublished(call = admin, scope = 'organization') {
  const { id } = await create(call, scope)
  await save(id, 1, questions(), call)
  await publish(id, 2, call)
  return id
}

it('INT-04 an admin creates a form, saves its draft, and publishes it for the staff', async () => {
  const { id, draft } = await create()
  expect(draft).toMatchObject({ number: 1, revision: 1, definition: emptyForm(title) })
  expect((await admin('GET', '/api/intakeForm/')).body.items).toEqual([
    expect.objectContaining({ id, title, publishedNumber: null, hasDraft: true, mayChange: true, questionCount: 0 }),
  ])
  expect((await staff('GET', '/api/intakeForm/')).body.items).toEqual([])
  expect((await save(id, 1, questions())).body.draft).toMatchObject({ revision: 2, definition: questions() })
  const published = (await publish(id, 2)).body
  expect(published).toMatchObject({ draft: null, published: { number: 1, definition: questions() } })
  expect((await staff('GET', '/api/intakeForm/')).body.items).toEqual([
    expect.objectContaining({ id, title, publishedNumber: 1, hasDraft: false, mayChange: false, questionCount: 2 }),
  ])
  expect(await read(id, staff)).toMatchObject({ mayChange: false, versions: [], published: { number: 1 } })
  expect((await auditsOf(database, id)).map(({ action }) => action)).toEqual([
    'intakeForm.create',
    'intakeForm.publish',
  ])
})

it('INT-04 publishing refuses what cannot work, and says where', async () => {
  const { id } = await create()
  expect(await publish(id, 1)).toMatchObject({
    status: 400,
    body: { code: 'form-incomplete', errors: [{ path: 'pages', message: 'form-without-question' }] },
  })
  const [page] = questions().pages
  if (!page) throw new Error('No page')
  await save(id, 1, questions({ pages: [{ ...page, title: { en: 'Food', es: '' } }] }))
  expect((await publish(id, 2)).body.errors).toEqual([{ path: 'pages.0.title.es', message: 'text-missing' }])
  expect(await read(id)).toMatchObject({ published: null, draft: { revision: 2 } })
})

it('INT-04 two admins never overwrite each other: the second gets the draft as it is now', async () => {
  const { id } = await create()
  const tries = await Promise.all([admin, colleague].map((call) => save(id, 1, questions(), call)))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
  const stale = tries.find(({ status }) => status === 409)
  expect(stale?.body).toMatchObject({ code: 'stale-version', current: { draft: { revision: 2 } } })
  expect((await publish(id, 1)).status).toBe(409)
})

it('INT-05 a published version never changes: the next draft is a new version, and the old one is retired', async () => {
  const id = await makePublished()
  const next = questions({ lead: { en: 'Please answer.', es: 'Responda, por favor.' } })
  expect((await save(id, 0, next)).body).toMatchObject({
    draft: { number: 2, revision: 1 },
    published: { number: 1, definition: { lead: questions().lead } },
  })
  expect((await publish(id, 1)).body).toMatchObject({
    published: { number: 2, definition: { lead: next.lead } },
    versions: [
      { number: 2, state: 'published', publishedByName: 'Dana Tester' },
      { number: 1, state: 'retired' },
    ],
  })
  const change = database
    .updateTable('intakeFormVersion')
    .set({ definition: JSON.stringify(emptyForm(title)) as never })
    .where('formId', '=', id)
    .where('state', '=', 'retired')
    .execute()
  await expect(change).rejects.toThrow('does not change')
})

it('INT-05 a text of the version in use can be corrected, with record; an empty or unknown one is refused', async () => {
  const id = await makePublished()
  const correct = (path: string, text: string, number = 1) =>
    admin('PUT', `/api/intakeForm/${id}/text`, { number, texts: [{ path, language: 'es', text }] })
  await correct('pages.0.title', 'Alimentos')
  const { body } = await correct('pages.0.title', 'La comida')
  expect(body.published.definition.pages[0].title).toEqual({ en: 'Food', es: 'La comida' })
  expect(body.corrections).toEqual([
    expect.objectContaining({ number: 1, path: 'pages.0.title', before: 'Comida', after: 'Alimentos' }),
    expect.objectContaining({ before: 'Alimentos', after: 'La comida', correctedByName: 'Dana Tester' }),
  ])
  expect((await read(id, staff)).published?.definition.pages[0]?.title.es).toBe('La comida')
  expect((await correct('pages.0.title', ' ')).body.errors).toEqual([{ path: 'texts.0.text', message: 'text-missing' }])
  const long = await correct('pages.0.title', 'x'.repeat(201))
  expect(long).toMatchObject({ status: 400, body: { errors: [{ path: 'texts.0.text' }] } })
  expect((await correct('pages.0.items.1.text', 'x'.repeat(2000))).status).toBe(200)
  expect((await read(id, staff)).published?.definition.pages[0]?.title.es).toBe('La comida')
  for (const path of [
    'pages.0.key',
    'pages.9.title',
    'constructor',
    '__proto__.en',
    'pages.0.items.0.options.0.weight',
  ])
    expect((await correct(path, 'x')).body.errors).toEqual([{ path: 'texts.0.path', message: 'unknown-text' }])
  expect((await correct('pages.0.title', 'Otra', 2)).status).toBe(409)
})

it('INT-05 a correction also changes the draft, where the text is still the same', async () => {
  const id = await makePublished()
  const [page] = questions().pages
  const [first, second] = page?.items ?? []
  if (!page || !first || !second) throw new Error('No questions')
  const own = { ...second, text: { ...second.text, es: '¿Otra?' } }
  const lost = { ...page, key: 'other', title: { en: 'Money', es: 'Dinero' }, items: [own, first] }
  await save(id, 0, questions({ pages: [lost] }))
  const texts = ['pages.0.items.0.text', 'pages.0.items.0.options.1.text', 'pages.0.items.1.text', 'pages.0.title'].map(
    (path) => ({ path, language: 'es', text: `Nuevo ${path}` }),
  )
  const { draft } = (await admin('PUT', `/api/intakeForm/${id}/text`, { number: 1, texts })).body
  const [moved] = draft.definition.pages
  expect(moved.title.es).toBe('Dinero')
  expect(moved.items[0].text.es).toBe('¿Otra?')
  expect(moved.items[1].text).toEqual({ ...first.text, es: 'Nuevo pages.0.items.0.text' })
  expect(moved.items[1].options[1].text.es).toBe('Nuevo pages.0.items.0.options.1.text')
  expect(draft.revision).toBe(2)
  expect((await publish(id, 2)).body.published.definition.pages).toEqual(draft.definition.pages)
})

it('INT-05 a corrected title is the title in the list too', async () => {
  const id = await makePublished()
  for (const text of ['Visita', 'Visita a la alacena'])
    await admin('PUT', `/api/intakeForm/${id}/text`, { number: 1, texts: [{ path: 'title', language: 'es', text }] })
  const { items } = (await staff('GET', '/api/intakeForm/')).body
  expect(items.find((form: FormSummary) => form.id === id).title).toEqual({ ...title, es: 'Visita a la alacena' })
})

it('INT-04 a form begins as a copy of another one, and a draft can be discarded', async () => {
  const id = await makePublished()
  const copied = { title: { en: 'Copy', es: '' }, scope: 'organization', copyOf: id }
  const copy = (await admin('POST', '/api/intakeForm/', copied)).body
  expect(copy.draft.definition).toEqual({ ...questions(), title: copied.title })
  await save(id, 0, emptyForm(title))
  for (let time = 0; time < 2; time++) expect((await discard(id, 1)).status).toBe(204)
  expect(await read(id)).toMatchObject({ draft: null, published: { number: 1 } })
  await discard(copy.id, 1)
  expect((await admin('GET', `/api/intakeForm/${copy.id}`)).status).toBe(404)
})

it('INT-04 a draft that somebody saved meanwhile is not discarded', async () => {
  const { id } = await create()
  await save(id, 1, questions(), colleague)
  expect(await discard(id, 1)).toMatchObject({
    status: 409,
    body: { code: 'stale-version', current: { draft: { revision: 2, definition: questions() } } },
  })
  expect((await read(id)).draft?.definition).toEqual(questions())
})

it('INT-04 an archived form is no longer offered, and can be restored', async () => {
  const id = await makePublished()
  const isOffered = async () =>
    (await staff('GET', '/api/intakeForm/')).body.items.some((each: FormSummary) => each.id === id)
  const { archivedOn } = (await admin('POST', `/api/intakeForm/${id}/archive`)).body
  expect(archivedOn).not.toBeNull()
  expect((await admin('POST', `/api/intakeForm/${id}/archive`)).body.archivedOn).toBe(archivedOn)
  expect(await isOffered()).toBe(false)
  await admin('POST', `/api/intakeForm/${id}/restore`)
  expect(await isOffered()).toBe(true)
  expect((await auditsOf(database, id)).map(({ action }) => action).slice(2)).toEqual([
    'intakeForm.archive',
    'intakeForm.restore',
  ])
})

it('INT-04 platform admins build the forms of the network, organization admins those of their own only', async () => {
  const network = await makePublished(platform, 'network')
  expect((await stranger('GET', `/api/intakeForm/${network}`)).status).toBe(200)
  expect((await save(network, 0, questions(), admin)).status).toBe(403)
  expect((await admin('POST', '/api/intakeForm/', { title, scope: 'network' })).status).toBe(403)
  expect((await platform('POST', '/api/intakeForm/', { title, scope: 'organization' })).status).toBe(403)
  const id = await makePublished()
  for (const call of [stranger, platform]) {
    expect((await call('GET', `/api/intakeForm/${id}`)).status).toBe(404)
    expect((await save(id, 0, questions(), call)).status).toBe(404)
  }
  expect((await staff('POST', '/api/intakeForm/', { title, scope: 'organization' })).status).toBe(403)
})

it('INT-11 the shipped forms are there once, for everybody', async () => {
  await insertShippedForms(database)
  await insertShippedForms(database)
  const { items } = (await stranger('GET', '/api/intakeForm/')).body
  expect(items.map((form: FormSummary) => form.title.en)).toEqual(
    expect.arrayContaining(['Hunger Vital Sign', 'Social needs']),
  )
  expect(items.filter((form: FormSummary) => form.title.en === 'Social needs')).toHaveLength(1)
})
