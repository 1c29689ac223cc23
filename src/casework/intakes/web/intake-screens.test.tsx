import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { emptyForm } from '#casework/intake-forms/form-definition.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readKept } from '#test/read-kept.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const organizationId = (await makeOrganization(app.database)).id
const { account: sam, call } = await app.someone({ organizationId })
const { account: ben, call: colleague } = await app.someone({ organizationId })
let hunger: string
let social: string
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  hunger = forms.find(({ shippedAs }) => shippedAs === 'hunger-vital-sign')?.id ?? ''
  social = forms.find(({ shippedAs }) => shippedAs === 'social-needs')?.id ?? ''
})

const addPerson = async (more: object = {}): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', ...more })).body.id
const begin = async (formId: string, language = 'en'): Promise<string> =>
  (await call('POST', '/api/intake/', { formId, contactId: await addPerson(), language })).body.id
const answersOf = async (id: string) =>
  Object.fromEntries(
    (await call('GET', `/api/intake/${id}`)).body.answers.map((answer: { itemKey: string; value: unknown }) => [
      answer.itemKey,
      answer.value,
    ]),
  )
const otherAnswer = (id: string, item: string, value: string, base = 0) =>
  colleague('PUT', `/api/intake/${id}/answers`, { answers: [{ item, value, base, changeId: randomUUID() }] })
const refused = { expectedErrors: [/^A call failed: /] }
const worried = /^Within the past 12 months, we worried/
const ranOut = /^Within the past 12 months, the food we bought/

type Page = Awaited<ReturnType<typeof openScreen>>
const pick = async (page: Page, question: RegExp, option: string) =>
  page.user.click(within(await page.findByRole('radiogroup', { name: question })).getByLabelText(option))

it('INT-02 INT-06 INT-09 staff fill in an intake, which finds a need, and take it up', async () => {
  const contactId = await addPerson()
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  await page.press('New intake')
  await page.user.click(await page.findByRole('menuitem', { name: 'Hunger Vital Sign' }))
  await page.findByRole('heading', { level: 1, name: 'Hunger Vital Sign: Ana Rivera' })
  await page.findByText('Answers are saved as you give them')
  await pick(page, worried, 'Often true')
  await page.findByText(/^Saved on the portal \d/)
  await page.press('Complete intake')
  await page.findByText('Please answer this question.')
  expect(page.shows('Please check the marked questions.')).toBe(true)
  const missing = page.getByRole('radiogroup', { name: ranOut }).closest('[data-field]')
  await waitFor(() => expect(document.activeElement).toBe(missing))
  await pick(page, ranOut, 'Never true')
  // The last answer is saved first, although nobody waited for it.
  await page.press('Complete intake')
  const found = await page.findByRole('region', { name: 'What the intake found' })
  expect(page.outline(found)).toEqual([
    'What the intake found',
    'Risk of food insecurity: | At risk (1)',
    '(Needs)',
    expect.stringMatching(/^Food \| \(Take up: Food\) .* → \/directory\?contactId=<id>&need=food-insecurity$/),
  ])
  expect(page.shows(`Completed on ${new Intl.DateTimeFormat('en-US').format(new Date())} by Dana Tester`)).toBe(true)
  await page.press('Take up: Food')
  await within(found).findByText('Open need')
  expect(page.outline(page.getByRole('region', { name: 'Food' }))).toEqual([
    'Food',
    expect.stringMatching(worried),
    'Often true',
    expect.stringMatching(ranOut),
    'Never true',
  ])
  await page.open(`/people/${contactId}`)
  await page.loaded()
  const needs = await page.findByRole('region', { name: 'Needs' })
  expect(page.outline(needs)[2]).toMatch(/^Food \| open since just now \| Nothing sent yet/)
  expect(within(needs).getByRole('link', { name: 'Refer: Food' }).getAttribute('href')).toMatch(
    new RegExp(`^/referrals/new\\?contactId=${contactId}&requestId=[\\da-f-]{36}&need=food-insecurity$`),
  )
  await page.findByRole('button', { name: 'Let them fill in' })
  expect(page.outline(await page.findByRole('region', { name: 'Intakes' }))).toEqual([
    'Intakes',
    expect.stringMatching(/^Hunger Vital Sign \| → \/intakes\/<id> \| Completed \|.* · Dana Tester$/),
    'New intake',
    'Let them fill in',
  ])
})

it('INT-06 a hidden question appears with the answer that it needs, and each page keeps its answers', async () => {
  const id = await begin(social)
  const page = await openScreen(`/intakes/${id}`, { as: sam })
  expect(page.queryByRole('radiogroup', { name: 'Do you have something to eat today?' })).toBeNull()
  await pick(page, /^In the last month, was there/, 'Often')
  await page.findByRole('radiogroup', { name: 'Do you have something to eat today?' })
  await page.press('Next')
  await page.findByRole('heading', { level: 2, name: 'Home' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Home'))
  expect(page.shows('Page 2 of 5')).toBe(true)
  await page.press('Back')
  const food = await page.findByRole('radiogroup', { name: /^In the last month, was there/ })
  expect((within(food).getByLabelText('Often') as HTMLInputElement).checked).toBe(true)
  await waitFor(async () => expect(await answersOf(id)).toEqual({ 'food-short': 'often' }))
})

it('INT-06 an answer that did not arrive is kept on the device, survives a reload, and is sent once', async () => {
  const id = await begin(hunger)
  const page = await openScreen(`/intakes/${id}`, { as: sam, ...refused })
  page.failNext('PUT', `/api/intake/${id}/answers`, 'network')
  await pick(page, worried, 'Sometimes true')
  await page.findByText('Kept on this device, not sent yet')
  expect(await answersOf(id)).toEqual({})
  await page.open(`/intakes/${id}`)
  await page.findByText(/^Saved on the portal \d/)
  expect(await answersOf(id)).toEqual({ worried: 'sometimes' })
  const { body } = await call('GET', `/api/intake/${id}`)
  expect(body.answers[0].revision).toBe(1)
  const asked = within(await page.findByRole('radiogroup', { name: worried }))
  expect((asked.getByLabelText('Sometimes true') as HTMLInputElement).checked).toBe(true)
})

it('INT-06 an answer that is typed only in part is not said to be saved, and the one before it stays', async () => {
  const { call: admin } = await app.someone({ organizationId, roles: ['organization-admin'] })
  const text = { en: 'Phone', es: 'Teléfono' }
  const none = { en: '', es: '' }
  const phone = {
    ...{ key: 'phone', kind: 'phone', text, help: none, isRequired: false, isSensitive: false, codes: [] },
    ...{ options: [], showWhen: null, raises: [], items: [] },
  }
  const definition = { ...emptyForm(text), pages: [{ key: 'p', title: text, showWhen: null, items: [phone] }] }
  const { body: form } = await admin('POST', '/api/intakeForm/', { title: text, scope: 'organization' })
  await admin('PUT', `/api/intakeForm/${form.id}/draft`, { revision: 1, definition })
  await admin('POST', `/api/intakeForm/${form.id}/publish`, { revision: 2 })
  const id = await begin(form.id)
  const page = await openScreen(`/intakes/${id}`, { as: sam })
  await page.fill('Phone', '7165550142')
  await page.findByText(/^Saved on the portal \d/)
  await page.fill('Phone', '71655')
  await page.findByText('An answer is not complete yet, so it is not saved.')
  expect(page.queryByText(/^Saved on the portal/)).toBeNull()
  expect(await answersOf(id)).toEqual({ phone: expect.stringContaining('5550142') })
})

const keptOf = async (id: string) => (await readKept()).filter(({ json }) => json.includes(id))

it('INT-08 what waits to be sent is deleted when another account signs in, and at sign-out', async () => {
  const { account: lee } = await app.someone({ organizationId })
  const logOut = async () => (await openScreen('/auth/logout', { as: lee })).press('Delete and log out')
  for (const leave of [() => openScreen('/home', { as: ben }), logOut]) {
    const id = await begin(hunger)
    const page = await openScreen(`/intakes/${id}`, { as: lee, ...refused })
    page.breakConnection('requests')
    await pick(page, worried, 'Sometimes true')
    await page.findByText('Kept on this device, not sent yet')
    await waitFor(async () => expect(await keptOf(id)).toMatchObject([{}, { name: expect.stringMatching(/^offline/) }]))
    page.breakConnection(null)
    await leave()
    await waitFor(async () => expect(await keptOf(id)).toEqual([]))
  }
})

it('INT-08 a page that came without encryption keeps nothing, and says so', async () => {
  const id = await begin(hunger)
  vi.stubGlobal('isSecureContext', false)
  const page = await openScreen(`/intakes/${id}`, { as: sam, ...refused })
  await page.findByText('This page came without encryption (https), so nothing is kept on this device.')
  page.failNext('PUT', `/api/intake/${id}/answers`, 'network')
  await pick(page, worried, 'Sometimes true')
  await page.findByText('Not sent yet, and not kept: this page came without encryption. Leave it open.')
  vi.unstubAllGlobals()
  expect(await keptOf(id)).toEqual([])
})

it('INT-06 what somebody else answered meanwhile is shown beside the own answer, and the reader decides', async () => {
  const id = await begin(hunger)
  const page = await openScreen(`/intakes/${id}`, { as: sam })
  const held = page.holdNext('PUT', `/api/intake/${id}/answers`)
  await pick(page, worried, 'Often true')
  await waitFor(() => expect(page.calls('PUT').length).toBe(1))
  await otherAnswer(id, 'worried', 'never')
  held.release()
  await page.findByText('Dana Tester answered meanwhile: Never true')
  expect(page.shows('You answered: Often true')).toBe(true)
  expect(await answersOf(id)).toEqual({ worried: 'never' })
  await page.press('Keep my answer')
  await waitFor(async () => expect(await answersOf(id)).toEqual({ worried: 'often' }))
  expect(page.queryByText(/answered meanwhile/)).toBeNull()
})

it('INT-06 the other answer can be kept instead', async () => {
  const id = await begin(hunger)
  const page = await openScreen(`/intakes/${id}`, { as: sam })
  const held = page.holdNext('PUT', `/api/intake/${id}/answers`)
  await pick(page, worried, 'Often true')
  await waitFor(() => expect(page.calls('PUT').length).toBe(1))
  await otherAnswer(id, 'worried', 'never')
  held.release()
  await page.press('Keep the other answer')
  const asked = within(await page.findByRole('radiogroup', { name: worried }))
  expect((asked.getByLabelText('Never true') as HTMLInputElement).checked).toBe(true)
  expect(await answersOf(id)).toEqual({ worried: 'never' })
})

it('INT-02 an intake in Spanish asks in Spanish, also where the portal speaks English', async () => {
  const contactId = await addPerson({ language: 'Spanish' })
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  await page.press('New intake')
  await page.user.click(await page.findByRole('menuitem', { name: 'Social needs' }))
  await page.findByRole('radiogroup', { name: 'En el último mes, ¿hubo muy poca comida en casa?' })
  expect(page.shows('Page 1 of 5')).toBe(true)
})

it('INT-02 an intake entered in error says so, and needs a reason', async () => {
  const id = await begin(hunger)
  const page = await openScreen(`/intakes/${id}`, { as: sam })
  await page.press('Entered in error')
  const dialog = within(await page.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Mark as entered in error' }))
  await dialog.findByText('Please say why, with at least 3 characters.')
  await page.user.type(dialog.getByLabelText(/^Why/), 'Another person')
  await page.user.click(dialog.getByRole('button', { name: 'Mark as entered in error' }))
  await page.findByText('Entered in error: Another person')
  expect(page.queryByRole('button', { name: 'Complete intake' })).toBeNull()
})
