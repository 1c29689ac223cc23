import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readKept } from '#test/read-kept.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const own = await makeOrganization(app.database, { name: 'Eastside Food Bank' })
const { account: sam, call } = await app.someone({ organizationId: own.id })
let formId: string
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  formId = forms.find(({ shippedAs }) => shippedAs === 'hunger-vital-sign')?.id ?? ''
})
const addPerson = async (more: object = { birthDate: '1992-05-01' }): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', ...more })).body.id
async function makeLink() {
  const way = { channel: 'copy' }
  const { body } = await call('POST', '/api/intakeLink/', { contactId: await addPerson(), formId, language: 'en', way })
  return { address: new URL(body.url).pathname, id: body.id as string, intakeId: body.intakeId as string }
}
type Page = Awaited<ReturnType<typeof openScreen>>
const pick = async (page: Page, question: RegExp, option: string) =>
  page.user.click(within(await page.findByRole('radiogroup', { name: question })).getByLabelText(option))
const refused = { expectedErrors: [/^A call failed: /] }

/** What a person typed; staff do not see it until it is sent. */
const stored = (intakeId: string) =>
  app.database
    .selectFrom('intakeAnswer')
    .select(['itemKey', 'value', 'revision'])
    .where('intakeId', '=', intakeId)
    .execute()

it('INT-07 a person answers on their phone after giving their birth date, and sees that it was sent', async () => {
  const { address, intakeId } = await makeLink()
  const page = await openScreen(address, { width: 360, ...refused })
  expect(page.outline()).toEqual([
    'Leave quickly',
    'Questions for you',
    'Eastside Food Bank would like to ask you some questions. Only they read your answers.',
    'Your birth date',
    'So that nobody else reads this.',
    '<date "">',
    'Begin',
  ])
  await page.press('Begin')
  await page.findByText('Please enter your birth date.')
  await page.fill('Your birth date', '1990-01-01')
  await page.press('Begin')
  await page.findByText('This is not the birth date that we have. Please check it.')
  await page.fill('Your birth date', '1992-05-01')
  await page.press('Begin')
  await page.findByRole('heading', { level: 1, name: 'Hunger Vital Sign' })
  expect(page.queryByText(/Ana|Rivera/)).toBeNull()
  await pick(page, /^Within the past 12 months, we worried/, 'Sometimes true')
  await pick(page, /^Within the past 12 months, the food we bought/, 'Never true')
  await page.press('Send my answers')
  await page.findByText('Your answers are with Eastside Food Bank. They will be in touch. You can close this page.')
  expect((await call('GET', `/api/intake/${intakeId}`)).body).toMatchObject({ state: 'complete', way: 'link' })
  await page.open(address)
  await page.findByRole('heading', { name: 'This link no longer works' })
  const record = await openScreen(`/intakes/${intakeId}`, { as: sam })
  await record.findByText(/^Completed on .* by the person$/)
})

it('INT-07 who has to leave quickly is taken elsewhere at once', async () => {
  const { address } = await makeLink()
  const page = await openScreen(address, { width: 360 })
  await page.press('Leave quickly')
  await waitFor(() => expect(page.location()).toBe('https://www.weather.gov/'))
})

it('INT-08 a phone keeps what was not sent only if the person says that it is theirs', async () => {
  const { address, intakeId } = await makeLink()
  const save = `${address.replace('/i/', '/api/intakeLink/open/')}/answers`
  const onPhone = async () => (await readKept()).filter(({ vault }) => vault.startsWith('link/'))
  const begin = async () => {
    const page = await openScreen(address, { width: 360, ...refused })
    await page.fill('Your birth date', '1992-05-01')
    await page.press('Begin')
    return page
  }
  let page = await begin()
  page.failNext('PUT', save, 'network')
  await pick(page, /^Within the past 12 months, we worried/, 'Sometimes true')
  await page.findByText('Kept on this device, not sent yet')
  expect(await onPhone()).toEqual([])
  await page.user.click(page.getByLabelText('This is my own phone'))
  await waitFor(async () => expect((await onPhone())[0]?.json).toContain('sometimes'))
  page = await begin()
  await page.findByText(/^Saved on the portal/)
  expect(await stored(intakeId)).toMatchObject([{ itemKey: 'worried', value: 'sometimes', revision: 1 }])
  await pick(page, /^Within the past 12 months, the food we bought/, 'Never true')
  await page.press('Send my answers')
  await page.findByRole('heading', { name: 'Thank you' })
  expect(await onPhone()).toEqual([])
})

it('INT-07 a link that is withdrawn while the form is open says so', async () => {
  const { address, id } = await makeLink()
  const page = await openScreen(address, refused)
  await page.fill('Your birth date', '1992-05-01')
  await page.press('Begin')
  await page.findByRole('heading', { level: 1, name: 'Hunger Vital Sign' })
  await call('DELETE', `/api/intakeLink/${id}`)
  await pick(page, /^Within the past 12 months, we worried/, 'Sometimes true')
  await page.findByRole('heading', { name: 'This link no longer works' })
})

it('INT-07 staff make a link from the record, to copy or to send', async () => {
  const contactId = await addPerson({ birthDate: '1992-05-01', email: 'ana@example.test', language: 'Spanish' })
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  await page.press('Let them fill in')
  const dialog = within(await page.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Make the link' }))
  const link = (await dialog.findByLabelText('Copy the link', { selector: 'input' })) as HTMLInputElement
  expect(link.value).toMatch(/\/i\/\w{10,}$/)
  expect(page.calls('POST', '/api/intakeLink/')[0]?.body).toMatchObject({ language: 'es', way: { channel: 'copy' } })
  await page.user.click(dialog.getByRole('button', { name: 'Done' }))
  await page.press('Let them fill in')
  await page.choose('How they get it', 'By e-mail')
  await page.press('Make the link')
  await waitFor(() => expect(page.shows('The link is on its way')).toBe(true))
  expect(page.calls('POST', '/api/intakeLink/')[1]?.body).toMatchObject({
    way: { channel: 'email', to: 'ana@example.test' },
  })
})

it('INT-07 without a birth date the dialog says what is missing', async () => {
  const page = await openScreen(`/people/${await addPerson({})}`, { as: sam, ...refused })
  await page.press('Let them fill in')
  await page.press('Make the link')
  await page.findByText('Record the birth date first: the link asks for it.')
})

it('INT-07 when its time is over, the link asks for the birth date again, and no answer is lost', async () => {
  const { address, id, intakeId } = await makeLink()
  const page = await openScreen(address, refused)
  const begin = async () => {
    await page.fill('Your birth date', '1992-05-01')
    await page.press('Begin')
    await page.findByRole('heading', { level: 1, name: 'Hunger Vital Sign' })
  }
  await begin()
  await app.database
    .updateTable('intakeLink')
    .set({ sessionExpiresOn: '2026-01-01T00:00:00Z' })
    .where('id', '=', id)
    .execute()
  await pick(page, /^Within the past 12 months, we worried/, 'Sometimes true')
  await page.findByLabelText('Your birth date')
  await begin()
  await page.findByText(/^Saved on the portal/)
  expect(await stored(intakeId)).toMatchObject([{ value: 'sometimes' }])
})

it('INT-07 the links of an intake are not missing where they could not be loaded', async () => {
  const { intakeId } = await makeLink()
  const page = await openScreen('/directory', { as: sam, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/intakeLink/', 500)
  await page.open(`/intakes/${intakeId}`)
  const card = within(await page.findByRole('region', { name: 'Link to this intake' }))
  await card.findByText('This could not be loaded.')
  await page.user.click(card.getByRole('button', { name: 'Try again' }))
  await page.findByRole('button', { name: 'Withdraw the link' })
  expect(page.queryByText('This could not be loaded.')).toBeNull()
})

it('INT-07 staff see the link of an intake that is not sent yet, and withdraw it', async () => {
  const { address, intakeId } = await makeLink()
  const page = await openScreen(`/intakes/${intakeId}`, { as: sam })
  const card = await page.findByRole('region', { name: 'Link to this intake' })
  expect(page.outline(card)).toEqual([
    'Link to this intake',
    expect.stringMatching(/^Copied, .* works until .* \| Withdraw the link$/),
  ])
  await page.press('Withdraw the link')
  await within(card).findByText(/· withdrawn$/)
  expect(within(card).queryByRole('button')).toBeNull()
  await page.open(address)
  await page.findByRole('heading', { name: 'This link no longer works' })
})

it('0323 an intake that was entered in error before the person sent it says so, and shows no answers', async () => {
  const { intakeId } = await makeLink()
  expect((await call('POST', `/api/intake/${intakeId}/void`, { reason: 'Wrong person' })).status).toBe(200)
  const page = await openScreen(`/intakes/${intakeId}`, { as: sam })
  await page.findByText('The person never sent their answers, so nobody can read them here.')
  expect(page.queryByText(/^Within the past 12 months/)).toBeNull()
})
