import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeConsentStage } from '#test/consent-request-stage.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { type OpenScreen, screensOf, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, ask } = await makeConsentStage(app)
const as = stage.accounts.creator
const call = stage.as.creator
const way = { channel: 'email', to: 'noor@example.test' }
let contactId = ''
let intakeId = ''
let listId = ''

/** As if the mail server had returned each mail that waits. */
const failAll = () =>
  app.database
    .updateTable('linkDelivery')
    .set({ failedOn: new Date().toISOString(), failure: 'invalid-address' })
    .execute()

beforeAll(async () => {
  await insertShippedForms(app.database)
  const { id: formId } = await app.database.selectFrom('intakeForm').select('id').executeTakeFirstOrThrow()
  contactId = (await ask({ way })).contactId
  await call('POST', `/api/contact/${contactId}/recordLink`, { language: 'en', way })
  await call('POST', `/api/contact/${contactId}/invitation`)
  intakeId = (await call('POST', '/api/intakeLink/', { contactId, formId, language: 'en', way })).body.intakeId
  const named = { organizationId: stage.recipient.id, name: 'Pantry', assuredDate: '2026-11-01' }
  const serviceId = await directoryOf(app).add('service', named)
  listId = (await call('POST', '/api/serviceList/entry', { serviceId })).body.id
  await call('POST', `/api/serviceList/${listId}/message`, way)
  await failAll()
})

const card = async (page: OpenScreen, name: string) => within(await page.findByRole('region', { name }))
const lost = 'Did not arrive at n•••@example.test, just now.'
const next =
  'The address or number does not exist. Check the address or number with the person, and send the link again.'

it('INT-07 INT-13 INT-14 DIR-07 0450 a link that did not arrive says so where it is listed, with what to do', async () => {
  const page = await openScreen(`/people/${contactId}`, { as })
  for (const name of ['Consent by link', 'Account of their own', 'Link to their record'])
    expect((await (await card(page, name)).findByText(lost)).parentElement?.textContent).toBe(`${lost} ${next}`)
  await page.open(`/intakes/${intakeId}`)
  await (await card(page, 'Link to this intake')).findByText(lost)
  await page.open(`/lists/${listId}`)
  await page.findByText(lost)
})

it('INT-13 0450 in Spanish a lost link is Spanish, and of one that expired nothing is to be done', async () => {
  await app.database.updateTable('recordLink').set({ expiresOn: '2026-01-01T00:00:00Z' }).execute()
  const page = await openScreen(`/people/${contactId}`, { as, language: 'es' })
  const found = await (await card(page, 'Enlace a su registro')).findByText(
    'No llegó a n•••@example.test, ahora mismo.',
  )
  expect(found.parentElement?.textContent?.trim()).toBe(
    'No llegó a n•••@example.test, ahora mismo. La dirección o el número no existe.',
  )
})
