import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeConsentStage } from '#test/consent-request-stage.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

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
const lost = 'Not delivered to n•••@example.test (just now).'
const why = 'The address or number does not exist.'
const again = 'Check the address or number with the person, and send the link again.'
const textOf = async (where: Pick<OpenScreen, 'findByText'>) =>
  (await where.findByText(lost)).parentElement?.textContent?.trim()

it('INT-07 INT-13 INT-14 DIR-07 0450 a link that did not arrive says so where it is listed, with what to do there', async () => {
  const page = await openScreen(`/people/${contactId}`, { as })
  for (const [name, next] of [
    ['Consent by link', again],
    ['Account of their own', 'Correct the address on the record and invite again.'],
    ['Link to their record', again],
  ] as const)
    expect(await textOf(await card(page, name))).toBe(`${lost} ${why} ${next}`)
  await page.open(`/intakes/${intakeId}`)
  const newIntake = 'Make a new link on the record of the person, and mark this intake as entered in error.'
  expect(await textOf(await card(page, 'Link to this intake'))).toBe(`${lost} ${why} ${newIntake}`)
  await page.open(`/lists/${listId}`)
  expect(await textOf(page)).toBe(`${lost} ${why} ${again}`)
})

it('INT-13 DIR-07 0450 once a newer link was made, and was not withdrawn, the lost one says no longer what to do', async () => {
  const records = `/api/contact/${contactId}/recordLink`
  const record = (await call('POST', records, { language: 'en', way: { channel: 'copy' } })).body
  await call('POST', `/api/serviceList/${listId}/link`)
  const page = await openScreen(`/lists/${listId}`, { as })
  expect(await textOf(page)).toBe(`${lost} ${why}`)
  await page.open(`/people/${contactId}`)
  const links = await card(page, 'Link to their record')
  expect(await textOf(links)).toBe(`${lost} ${why}`)
  await call('DELETE', `${records}/${record.id}`)
  await waitFor(async () => expect(await textOf(links)).toBe(`${lost} ${why} ${again}`))
})

it('INT-13 0450 an invitation whose address may be right is only to be repeated later', async () => {
  await app.database.updateTable('linkDelivery').set({ failure: 'no-answer' }).execute()
  const page = await openScreen(`/people/${contactId}`, { as })
  expect(await textOf(await card(page, 'Account of their own'))).toBe(
    `${lost} Their provider did not answer in time. Invite the person again later.`,
  )
  await app.database.updateTable('linkDelivery').set({ failure: 'invalid-address' }).execute()
})

it('INT-13 0450 in Spanish a lost link is Spanish, and of one that expired nothing is to be done', async () => {
  await app.database.updateTable('recordLink').set({ expiresOn: '2026-01-01T00:00:00Z' }).execute()
  const page = await openScreen(`/people/${contactId}`, { as, language: 'es' })
  const found = await (await card(page, 'Enlace a su registro')).findByText(
    'No se entregó a n•••@example.test (ahora mismo).',
  )
  expect(found.parentElement?.textContent?.trim()).toBe(
    'No se entregó a n•••@example.test (ahora mismo). La dirección o el número no existe.',
  )
})
