import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readKept } from '#test/read-kept.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const organizationId = (await makeOrganization(app.database)).id
const { account: sam, call } = await app.someone({ organizationId })
const { call: colleague } = await app.someone({ organizationId })
let formId: string
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  formId = forms.find(({ shippedAs }) => shippedAs === 'hunger-vital-sign')?.id ?? ''
})
const refused = { expectedErrors: [/^A call failed: /] }

/** An intake with an answer that did not arrive, and whose page was closed. */
async function leaveWaiting() {
  const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })
  const { body: intake } = await call('POST', '/api/intake/', { formId, contactId: person.id, language: 'en' })
  const path = `/api/intake/${intake.id}/answers`
  const page = await openScreen(`/intakes/${intake.id}`, { as: sam, ...refused })
  page.failNext('PUT', path, 'network')
  const asked = await page.findByRole('radiogroup', { name: /^Within the past 12 months, we worried/ })
  await page.user.click(within(asked).getByLabelText('Often true'))
  await page.findByText('1 answer waits to be sent.')
  return { page, path, id: intake.id as string }
}
const answersOf = async (id: string) => (await call('GET', `/api/intake/${id}`)).body.answers

it('INT-08 answers of an intake that was closed are sent from any screen, once', async () => {
  const { page, path, id } = await leaveWaiting()
  page.failNext('PUT', path, 'network')
  await page.open('/people')
  await page.findByText('1 answer waits to be sent.')
  expect(await answersOf(id)).toEqual([])
  await page.press('Send now')
  await waitFor(() => expect(page.queryByText('1 answer waits to be sent.')).toBeNull())
  expect(await answersOf(id)).toMatchObject([{ value: 'often', revision: 1 }])
  await page.open('/onDevice')
  await page.findByText('Nothing waits to be sent.')
  await page.findByText(/^Last sent /)
})

it('INT-08 what somebody else answered meanwhile waits for a decision, and is not overwritten', async () => {
  const { page, path, id } = await leaveWaiting()
  const other = { item: 'worried', value: 'never', base: 0, changeId: randomUUID() }
  await colleague('PUT', path, { answers: [other] })
  await page.open('/onDevice')
  await waitFor(() => expect(page.calls('PUT', path).length).toBeGreaterThan(1))
  expect(page.shows('1 answer waits to be sent.')).toBe(true)
  expect(await answersOf(id)).toMatchObject([{ value: 'never', revision: 1 }])
  await page.open(`/intakes/${id}`)
  await page.press('Keep my answer')
  await waitFor(async () => expect(await answersOf(id)).toMatchObject([{ value: 'often', revision: 2 }]))
})

it('INT-08 the drafts and lists that were opened are kept on the device until they are removed or completed', async () => {
  const { page, id } = await leaveWaiting()
  await page.open(`/intakes/${id}`)
  await page.findByText(/^Saved on the portal/)
  const kept = async () => (await readKept()).map(({ name }) => name)
  await waitFor(async () => expect(await kept()).toContain(`intake/${id}`))
  await page.open('/onDevice')
  const region = await page.findByRole('region', { name: 'Intakes' })
  const link = within(region)
    .getAllByRole('link', { name: 'Hunger Vital Sign: Ana Rivera' })
    .find((each) => each.getAttribute('href') === `/intakes/${id}`)
  const row = link?.closest('li') as HTMLElement
  await page.user.click(
    within(row).getByRole('button', { name: 'Remove from this device: Hunger Vital Sign: Ana Rivera' }),
  )
  await waitFor(async () => expect(await kept()).not.toContain(`intake/${id}`))
})
