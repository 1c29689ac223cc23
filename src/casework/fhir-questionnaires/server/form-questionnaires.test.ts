import { expect, it } from 'vitest'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const app = await startTestApp()
const own = await makeOrganization(app.database)
const { call: admin } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
const { call: staff } = await app.someone({ organizationId: own.id })
const { call: stranger } = await app.someone({
  organizationId: (await makeOrganization(app.database)).id,
  roles: ['organization-admin'],
})

const questionnaire = {
  resourceType: 'Questionnaire',
  title: 'Two questions',
  status: 'active',
  publisher: 'A publisher',
  item: [
    { linkId: 'one', text: 'First?', type: 'boolean', readOnly: false },
    { linkId: 'two', text: 'Second?', type: 'text' },
  ],
}
const send = (body: object, call = admin) =>
  call('POST', '/api/intakeForm/questionnaire', { scope: 'organization', questionnaire: body })
const fetchIt = (id: string, call = admin) => call('GET', `/api/intakeForm/${id}/questionnaire`)

it('INT-11 a Questionnaire becomes a draft, says what it does not ask, and comes back unchanged as FHIR', async () => {
  const { status, body } = await send(questionnaire)
  expect(status).toBe(201)
  expect(body.ignored).toEqual([{ linkId: 'one', text: 'First?', what: 'readOnly' }])
  const form: IntakeForm = body.form
  expect(form).toMatchObject({ organizationId: own.id, published: null, draft: { number: 1, revision: 1 } })
  const exported = await fetchIt(form.id)
  expect(exported.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  expect(exported.body).toEqual(questionnaire)
  expect((await fetchIt(form.id, stranger)).status).toBe(404)
  expect((await fetchIt(form.id, staff)).status).toBe(404)

  const [page] = form.draft?.definition.pages ?? []
  const texts = ['First?', 'Second?'].map((en) => ({ en, es: `${en} (es)` }))
  const items = page?.items.map((item, at) => ({ ...item, text: texts[at] }))
  const title = { en: 'Two questions', es: 'Dos preguntas' }
  const definition = { ...form.draft?.definition, title, pages: [{ ...page, title, items }] }
  expect((await admin('PUT', `/api/intakeForm/${form.id}/draft`, { revision: 1, definition })).status).toBe(200)
  expect((await admin('POST', `/api/intakeForm/${form.id}/publish`, { revision: 2 })).status).toBe(200)
  const { body: translated } = await fetchIt(form.id, staff)
  expect(translated).toMatchObject({ publisher: 'A publisher', _title: { extension: [{ extension: [{}, {}] }] } })
  expect(
    translated.item[0].item.map((item: { linkId: string; readOnly?: boolean }) => [item.linkId, item.readOnly]),
  ).toEqual([
    ['one', false],
    ['two', undefined],
  ])
})

it('INT-11 FHIR says whether a form is in use: a draft, active, or retired once it is archived', async () => {
  const imported: IntakeForm = (await send({ ...questionnaire, status: 'draft' })).body.form
  const title = { en: 'Own', es: 'Propio' }
  const made: IntakeForm = (await admin('POST', '/api/intakeForm/', { title, scope: 'organization' })).body
  for (const { id } of [imported, made]) {
    expect((await fetchIt(id)).body.status).toBe('draft')
    expect((await admin('POST', `/api/intakeForm/${id}/archive`)).status).toBe(200)
    expect((await fetchIt(id)).body.status).toBe('retired')
    expect((await admin('POST', `/api/intakeForm/${id}/restore`)).status).toBe(200)
    expect((await fetchIt(id)).body.status).toBe('draft')
  }
})

it('INT-11 what is not a Questionnaire is refused, and says why', async () => {
  let nested: object = { url: 'http://example.org/deep' }
  for (let level = 0; level < 60; level++) nested = { extension: [nested] }
  const refusals = [
    [{ resourceType: 'Patient' }, 'not-a-questionnaire'],
    [{}, 'not-a-questionnaire'],
    [{ resourceType: 'Questionnaire', status: 'active' }, 'questionnaire-unreadable'],
    [{ ...questionnaire, publisher: 'zero \u0000' }, 'questionnaire-unreadable'],
    [{ ...questionnaire, extension: [nested] }, 'questionnaire-unreadable'],
  ] as const
  for (const [body, message] of refusals)
    expect(await send(body)).toMatchObject({ status: 400, body: { errors: [{ path: 'questionnaire', message }] } })
  expect((await send(questionnaire, staff)).status).toBe(403)
  const network = { scope: 'network', questionnaire }
  expect((await admin('POST', '/api/intakeForm/questionnaire', network)).status).toBe(403)
})

it('INT-11 a Questionnaire with far too many questions is refused at once, also if they all have the same linkId', async () => {
  const item = Array.from({ length: 30_000 }, () => ({ type: 'boolean' }))
  const start = performance.now()
  expect(await send({ ...questionnaire, item })).toMatchObject({
    ...{ status: 400, body: { errors: [{ path: 'questionnaire', message: 'questionnaire-unreadable' }] } },
  })
  expect(performance.now() - start).toBeLessThan(5000)
})
