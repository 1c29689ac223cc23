import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeOrganization } from '#test/factories.ts'
import { safeRules } from '#test/safe-contact.ts'

const app = await startTestApp()
const { database, anonymous } = app
const own = await makeOrganization(database, { name: 'Eastside Food Bank' })
const { call: staff } = await app.someone({ organizationId: own.id })
const { call: stranger } = await app.someone({ organizationId: (await makeOrganization(database)).id })
let formId: string
beforeAll(async () => {
  await insertShippedForms(database)
  const form = await database
    .selectFrom('intakeForm')
    .select('id')
    .where('shippedAs', '=', 'hunger-vital-sign')
    .executeTakeFirstOrThrow()
  formId = form.id
})

const BIRTH = '1992-05-01'
const addPerson = async (more: object = { birthDate: BIRTH }): Promise<string> =>
  (await staff('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', ...more })).body.id
const make = async (contactId: string, way: object = { channel: 'copy' }, call = staff) =>
  call('POST', '/api/intakeLink/', { contactId, formId, language: 'es', way })
async function makeLink() {
  const contactId = await addPerson()
  const { body } = await make(contactId)
  const path = `/api/intakeLink/open/${new URL(body.url).pathname.slice('/i/'.length)}`
  const open = (birthDate = BIRTH) => anonymous('POST', path, { birthDate })
  const answer = (session: string, item: string, value: string, base = 0) =>
    anonymous('PUT', `${path}/answers`, { session, answers: [{ item, value, base, changeId: randomUUID() }] })
  return { contactId, path, open, answer, intakeId: body.intakeId as string, id: body.id as string }
}

it('INT-07 a person opens a form with their birth date, answers in their language, and sends it once', async () => {
  const { path, open, answer, intakeId, contactId } = await makeLink()
  expect((await anonymous('GET', path)).body).toEqual({ organizationName: 'Eastside Food Bank', language: 'es' })
  const opened = await open()
  expect(opened.body).toMatchObject({ language: 'es', answers: [], definition: { title: { en: 'Hunger Vital Sign' } } })
  // Nothing of the record comes along.
  expect(JSON.stringify(opened.body)).not.toMatch(/Rivera|Ana|1992/)
  const { session } = opened.body
  expect((await answer(session, 'worried', 'often')).body.saved).toMatchObject([
    { itemKey: 'worried', answeredByName: null },
  ])
  expect((await anonymous('POST', `${path}/send`, { session })).body.errors).toEqual([
    { path: 'ran-out', message: 'answer-missing' },
  ])
  await answer(session, 'ran-out', 'never')
  expect((await anonymous('POST', `${path}/send`, { session })).status).toBe(204)
  for (const again of [await anonymous('GET', path), await open(), await answer(session, 'worried', 'never', 1)])
    expect(again.status).toBe(410)
  expect((await staff('GET', `/api/intake/${intakeId}`)).body).toMatchObject({
    ...{ contactId, way: 'link', state: 'complete', completedByName: null },
    needs: [{ need: 'food-insecurity' }],
  })
})

it('INT-07 INT-15 where nobody may know who writes, the link names nobody before the birth date', async () => {
  const { contactId, path, open } = await makeLink()
  const given = safeRules({ isDiscreet: true })
  expect((await staff('PUT', `/api/contact/${contactId}/safeContact`, given)).status).toBe(200)
  expect((await anonymous('GET', path)).body).toEqual({ organizationName: null, language: 'es' })
  expect((await open()).body.organizationName).toBe('Eastside Food Bank')
})

it('INT-07 five wrong birth dates close the link for good, also when they come at once', async () => {
  const { path, open } = await makeLink()
  const wrong = await Promise.all(Array.from({ length: 7 }, () => open('1992-05-02')))
  expect(wrong.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 410, 410])
  expect(wrong.find(({ status }) => status === 400)?.body.errors).toEqual([
    { path: 'birthDate', message: 'birth-date-wrong' },
  ])
  expect((await open()).status).toBe(410)
  expect((await anonymous('GET', path)).status).toBe(410)
})

it('INT-07 whoever does not know the birth date reads and writes nothing, and a second browser takes over', async () => {
  const { open, answer, path } = await makeLink()
  expect((await answer('made-up', 'worried', 'often')).body.code).toBe('intake-link-locked')
  expect((await anonymous('POST', `${path}/send`, { session: 'made-up' })).body.code).toBe('intake-link-locked')
  const first = (await open()).body.session
  await answer(first, 'worried', 'often')
  const second = (await open()).body
  expect(second.answers).toMatchObject([{ itemKey: 'worried', value: 'often' }])
  expect((await answer(first, 'worried', 'never', 1)).body.code).toBe('intake-link-locked')
  expect((await answer(second.session, 'worried', 'never', 1)).status).toBe(200)
  await database.updateTable('intakeLink').set({ sessionExpiresOn: '2026-01-01T00:00:00Z' }).execute()
  expect((await answer(second.session, 'worried', 'often', 2)).body.code).toBe('intake-link-locked')
})

it('INT-07 a link shows nothing of what staff wrote, and staff write nothing into it', async () => {
  const { contactId, open, intakeId } = await makeLink()
  const own = (await staff('POST', '/api/intake/', { contactId, formId, language: 'en' })).body
  expect(own.id).not.toBe(intakeId)
  const answers = [{ item: 'worried', value: 'often', base: 0, changeId: randomUUID() }]
  await staff('PUT', `/api/intake/${own.id}/answers`, { answers })
  expect((await open()).body.answers).toEqual([])
  expect((await staff('PUT', `/api/intake/${intakeId}/answers`, { answers })).status).toBe(403)
})

it('INT-07 a link can be withdrawn, expires after seven days, and is unknown to others', async () => {
  const { path, id, intakeId, open } = await makeLink()
  expect((await stranger('DELETE', `/api/intakeLink/${id}`)).status).toBe(404)
  expect((await stranger('GET', `/api/intakeLink/?intakeId=${intakeId}`)).status).toBe(404)
  const { session } = (await open()).body
  for (let time = 0; time < 2; time++)
    expect((await staff('DELETE', `/api/intakeLink/${id}`)).body.items).toMatchObject([
      { id, withdrawnOn: expect.any(String) },
    ])
  expect((await anonymous('POST', `${path}/send`, { session })).status).toBe(410)
  const other = await makeLink()
  const [{ expiresOn }] = (await staff('GET', `/api/intakeLink/?intakeId=${other.intakeId}`)).body.items
  expect(Math.round((Date.parse(expiresOn) - Date.now()) / 86_400_000)).toBe(7)
  await database
    .updateTable('intakeLink')
    .set({ expiresOn: '2026-01-01T00:00:00Z' })
    .where('id', '=', other.id)
    .execute()
  expect((await other.open()).status).toBe(410)
  expect((await anonymous('GET', '/api/intakeLink/open/made-up')).status).toBe(404)
})

it('INT-07 D-MAIL-1 the message names neither the person nor the form, and goes out in their language', async () => {
  const contactId = await addPerson()
  const sent = await make(contactId, { channel: 'email', to: 'ana@example.test' })
  expect(sent.body.url).toBeNull()
  expect(await auditsOf(database, sent.body.intakeId)).toContainEqual(
    expect.objectContaining({ action: 'intake.link', subjectType: 'intake', detail: { channel: 'email', contactId } }),
  )
  await make(contactId, { channel: 'sms', to: '716-555-0142' })
  await app.workJobs()
  const [mail] = await app.outbox('ana@example.test')
  const [text] = await app.outbox('+17165550142')
  expect(mail).toMatchObject({ channel: 'email', subject: 'Hearthline: le espera un formulario' })
  expect(mail?.text).toContain('El enlace sirve por 7 días, hasta que envíe el formulario.')
  expect(mail?.text).toContain('Abrir el formulario')
  expect(text).toMatchObject({ channel: 'sms', subject: null })
  expect(text?.text).toMatch(/^Hearthline: le espera un formulario: http\S+\/i\/[\w-]{10,}$/)
  for (const message of [text, mail]) {
    expect(message?.text).toMatch(/\/i\/\w{10,}/)
    expect(message?.text).not.toMatch(/Ana|Rivera|Hunger|hambre|comida|Eastside/)
  }
  expect((await make(contactId, { channel: 'sms', to: '555' })).body.errors).toMatchObject([{ path: 'way.to' }])
})

it('INT-07 without a birth date on record there is no link, and nothing is begun', async () => {
  const contactId = await addPerson({})
  expect((await make(contactId)).body.errors).toEqual([{ path: 'contactId', message: 'birth-date-missing' }])
  expect((await staff('GET', `/api/intake/?contactId=${contactId}`)).body.items).toEqual([])
  expect((await make(contactId, { channel: 'copy' }, stranger)).status).toBe(404)
})

it('0323 staff neither read nor send what a person typed behind a link before the person sends it', async () => {
  const { contactId, path, open, answer, intakeId } = await makeLink()
  const { session } = (await open()).body
  await answer(session, 'worried', 'often')
  await answer(session, 'ran-out', 'never')
  const at = `/api/intake/${intakeId}`
  expect((await staff('GET', at)).body).toMatchObject({ way: 'link', state: 'draft', answers: [] })
  for (const act of ['complete', 'move'])
    expect([act, (await staff('POST', `${at}/${act}`)).status]).toEqual([act, 403])
  expect((await open()).body.answers).toHaveLength(2)
  const { call: admin } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
  const member = await app.someone({ roles: ['community-member'] })
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values ('hash-of-a-member', ${contactId}::uuid, ${member.account.id}::uuid, now(), now())`.execute(database)
  const exported = async (call: typeof staff) => (await call('GET', `/api/contact/${contactId}/export`)).body.intakes
  expect(await exported(admin)).toEqual([])
  expect(await exported(member.call)).toMatchObject([
    { id: intakeId, answers: [{ value: 'never' }, { value: 'often' }] },
  ])

  const again = await open()
  expect((await anonymous('POST', `${path}/send`, { session: again.body.session })).status).toBe(204)
  expect((await staff('GET', at)).body.answers).toHaveLength(2)
  expect(await exported(admin)).toMatchObject([{ id: intakeId }])
})

it('0323 answers that a person never sent stay closed when staff mark the intake as entered in error', async () => {
  const { open, answer, intakeId } = await makeLink()
  await answer((await open()).body.session, 'worried', 'often')
  const marked = await staff('POST', `/api/intake/${intakeId}/void`, { reason: 'Wrong person' })
  expect(marked).toMatchObject({ status: 200, body: { state: 'void', answers: [] } })
  expect((await staff('GET', `/api/intake/${intakeId}`)).body.answers).toEqual([])
})

it('INT-07 a call whose answer was lost begins one intake and sends one message; an address to copy is told anew', async () => {
  const contactId = await addPerson()
  const [sentId, copiedId] = [randomUUID(), randomUUID()]
  const to = `${sentId}@example.test`
  const call = (id: string, way: object, of = contactId) =>
    staff('POST', '/api/intakeLink/', { id, contactId: of, formId, language: 'es', way })
  const sent = await Promise.all([1, 2, 3].map(() => call(sentId, { channel: 'email', to })))
  for (const { status, body } of sent) expect([status, body]).toEqual([201, sent[0]?.body])
  await app.workJobs()
  expect(await app.outbox(to)).toHaveLength(1)
  const copied = [await call(copiedId, { channel: 'copy' }), await call(copiedId, { channel: 'copy' })]
  const paths = copied.map(({ body }) => `/api/intakeLink/open/${new URL(body.url).pathname.slice('/i/'.length)}`)
  const opened = await Promise.all(paths.map((path) => anonymous('POST', path, { birthDate: BIRTH })))
  expect(opened.map(({ status }) => status)).toEqual([404, 200])
  expect((await staff('GET', `/api/intake/?contactId=${contactId}`)).body.items).toHaveLength(2)
  // The person has opened it, or it belongs to somebody else.
  for (const again of [
    await call(copiedId, { channel: 'copy' }),
    await call(sentId, { channel: 'email', to }, await addPerson()),
  ])
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
})
