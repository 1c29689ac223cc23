import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const { creator } = stage.as
const reader = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
let formId: string
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  formId = forms.find(({ shippedAs }) => shippedAs === 'social-needs')?.id ?? ''
})

async function makeReferral(given: object = {}, consent: Record<string, unknown> | null = { scope: 'network' }) {
  const contactId = (await makePerson(creator, {}, consent)).id as string
  const referral = (await refer(stage, { contactId, ...given })).body
  const { id } = (await creator('POST', '/api/intake/', { formId, contactId, language: 'en' })).body
  const answers = [
    ['home-now', 'outside'],
    ['safe-home', 'no'],
  ].map(([item, value]) => ({ item, value, base: 0, changeId: randomUUID() }))
  await creator('PUT', `/api/intake/${id}/answers`, { answers })
  await creator('POST', `/api/intake/${id}/complete`)
  return referral.id as string
}

it('INT-10 the sender shares an intake from the referral and chooses its sensitive answers; the recipient reads it', async () => {
  const id = await makeReferral()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  await page.press('Share an intake')
  const dialog = within(await page.findByRole('dialog'))
  expect(dialog.getByText('1 answer is shared.')).toBeTruthy()
  await page.user.click(dialog.getByLabelText(/^Do you feel safe/))
  await page.user.click(dialog.getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(page.shows('The intake is shared')).toBe(true))
  expect(page.queryByRole('button', { name: 'Share an intake' })).toBeNull()
  const recipient = await openScreen(`/referrals/${id}`, { as: reader('recipient') })
  const card = await recipient.findByRole('region', { name: 'Intakes' })
  expect(recipient.outline(card)).toEqual([
    'Intakes',
    expect.stringMatching(/^Social needs, \d/),
    expect.stringMatching(/^Shared by Maria Tester on \d/),
    'Where do you live now?',
    'Outside, in a car, or nowhere fixed',
    expect.stringMatching(/^Do you feel safe/),
    'No',
  ])
})

it('INT-10 without a consent the dialog says what to do, and nothing is shared', async () => {
  const id = await makeReferral({ consentOverrideReason: 'emergency' }, null)
  const page = await openScreen(`/referrals/${id}`, {
    as: reader('creator'),
    expectedErrors: [/^A call failed: /],
  })
  await page.press('Share an intake')
  const dialog = within(await page.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Share' }))
  await dialog.findByText(/^No consent names this organization and this need/)
})

it('INT-10 INT-14 the sender reads that a withdrawal ended what was shared, and the recipient reads nothing any more', async () => {
  const id = await makeReferral()
  const { contactId } = (await creator('GET', `/api/referral/${id}`)).body
  const { shareable } = (await creator('GET', `/api/referral/${id}/intake`)).body
  await creator('POST', `/api/referral/${id}/intake`, { intakeId: shareable[0].id, sensitive: [] })
  await app.database
    .updateTable('sharedIntake')
    .set({ endedOn: '2026-11-20T12:00:00.000Z' })
    .where('contactId', '=', contactId)
    .execute()
  const page = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  const card = await page.findByRole('region', { name: 'Intakes' })
  expect(page.outline(card)).toContainEqual(
    expect.stringMatching(/^The recipient cannot read it since .*2026, because the consent was withdrawn\.$/),
  )
  expect(within(card).getByRole('button', { name: 'Share an intake' })).toBeTruthy()
  const recipient = await openScreen(`/referrals/${id}`, { as: reader('recipient') })
  await recipient.loaded()
  expect(recipient.queryByRole('region', { name: 'Intakes' })).toBeNull()
})
