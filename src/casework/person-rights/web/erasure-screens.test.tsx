import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp({ RETENTION_MONTHS: '24', RETENTION_ERASE_AFTER_MONTHS: '3' })
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }

/** An admin whose organization has people without activity, as the night finds them. */
async function makeInactive(count: number) {
  const organization = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId: organization.id, roles: ['organization-admin'] })
  const ids: string[] = []
  for (let at = 0; at < count; at++)
    ids.push((await makePerson(call, { firstName: `Ola${at}`, lastName: 'Quiet' }, null)).id)
  for (const contactId of ids)
    await app.database
      .insertInto('erasureProposal')
      .values({ contactId, organizationId: organization.id, lastActivityOn: '2020-01-15T12:00:00Z' })
      .execute()
  await sql`update erasure_proposal set proposed_on = '2030-02-10T12:00:00Z'
    where contact_id = any(${ids}::uuid[])`.execute(app.database)
  return { account, call, organization, ids }
}

it('F-22 an admin erases a person under their full name, after the referrals that are open', async () => {
  const stage = await makeStage(app)
  const { accounts, as, contactId, recipient } = stage
  const referral = (await refer(stage)).body
  const page = await openScreen(`/people/${contactId}`, { as: accounts.senderAdmin, ...refused })
  const rights = within(await page.findByRole('region', { name: 'Rights of the person' }))
  expect(
    rights.getByText('People may ask for a copy of what is on record about them, who saw it, and to have it erased.'),
  ).toBeTruthy()
  expect(rights.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Who saw this person', `/people/${contactId}/accessLog`],
    ['Download everything (PDF)', `/api/contact/${contactId}/export?format=pdf&language=en`],
    ['Download everything (JSON)', `/api/contact/${contactId}/export?format=json&language=en`],
  ])
  expect(page.queryByRole('dialog')).toBeNull()
  const begin = rights.getByRole('button', { name: 'Erase this person' })
  expect(begin.getAttribute('aria-haspopup')).toBe('dialog')
  await page.user.click(begin)
  const dialog = within(await page.findByRole('dialog', { name: 'Erase Noor Abadi?' }))
  expect(dialog.getByText(/^Name, contact details, notes, and everything .* This cannot be undone\.$/)).toBeTruthy()
  const field = dialog.getByLabelText<HTMLInputElement>(/^Type the full name to confirm: Noor Abadi/)
  expect([field.required, field.maxLength, field.autocomplete]).toEqual([true, 201, 'off'])
  expect(dialog.queryByRole('alert')).toBeNull()
  const submit = () => page.user.click(dialog.getByRole('button', { name: 'Erase for good' }))

  await page.user.type(field, 'Noor Abadi')
  await submit()
  const open = within(await dialog.findByRole('alert'))
  expect(open.getByText('These referrals are still open. End them first:')).toBeTruthy()
  expect(open.getByRole('link', { name: recipient.name }).getAttribute('href')).toBe(`/referrals/${referral.id}`)
  page.failNext('POST', `/api/contact/${contactId}/erase`, 500)
  await submit()
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))

  const { version } = (await as.creator('GET', `/api/referral/${referral.id}`)).body
  const ended = { action: 'recall', version, reason: 'No longer needed.' }
  expect((await as.creator('POST', `/api/referral/${referral.id}/transition`, ended)).status).toBe(200)
  await page.user.clear(field)
  await page.user.type(field, 'Noor Abad')
  await submit()
  await dialog.findByText('This is not the name on record.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await page.user.type(field, 'i')
  const sending = page.holdNext('POST', `/api/contact/${contactId}/erase`)
  await submit()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true))
  expect(dialog.queryByText('This is not the name on record.')).toBeNull()
  sending.release()
  await waitFor(() => expect(page.location()).toBe('/people'))
  expect(page.notices()).toContain('The record is erased.')
  await page.findByText('Nobody is recorded yet')
  expect(page.calls('POST', `/api/contact/${contactId}/erase`).map(({ body }) => body)).toEqual([
    { name: 'Noor Abadi' },
    { name: 'Noor Abadi' },
    { name: 'Noor Abad' },
    { name: 'Noor Abadi' },
  ])
})

it('F-22 an erased person is gone from the tab too: going back shows nothing from memory', async () => {
  const { accounts, contactId } = await makeStage(app)
  const page = await openScreen(`/people/${contactId}`, { as: accounts.senderAdmin, ...refused })
  await page.press('Erase this person')
  const dialog = within(await page.findByRole('dialog', { name: 'Erase Noor Abadi?' }))
  await page.user.type(dialog.getByLabelText(/^Type the full name/), 'Noor Abadi')
  await page.user.click(dialog.getByRole('button', { name: 'Erase for good' }))
  await page.findByText('Nobody is recorded yet')
  await page.loaded()
  const again = page.holdNext('GET', `/api/contact/${contactId}`)
  // What the button "Back" of a browser does.
  history.replaceState({ idx: 0 }, '', `/people/${contactId}`)
  dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }))
  const reads = () => page.calls('GET', `/api/contact/${contactId}`).filter(({ isHeld }) => isHeld)
  await waitFor(() => expect(reads()).toHaveLength(1))
  await page.loaded()
  expect(page.queryByText(/Noor Abadi/)).toBeNull()
  again.release()
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  expect(page.queryByText(/Noor Abadi/)).toBeNull()
})

it('F-22 nothing is said to have failed if the record is already gone when the answer arrives', async () => {
  const { accounts, contactId } = await makeStage(app)
  const page = await openScreen(`/people/${contactId}`, { as: accounts.senderAdmin, ...refused })
  await page.press('Erase this person')
  const dialog = within(await page.findByRole('dialog', { name: 'Erase Noor Abadi?' }))
  await page.user.type(dialog.getByLabelText(/^Type the full name/), 'Noor Abadi')
  const held = page.holdNextAnswer('POST', `/api/contact/${contactId}/erase`)
  await page.user.click(dialog.getByRole('button', { name: 'Erase for good' }))
  // The screen reads the record again because it changed.
  const missing = (path: string) => page.calls('GET', path).filter(({ status }) => status === 404)
  for (const part of ['', '/merged', '/invitation'])
    await waitFor(() => expect(missing(`/api/contact/${contactId}${part}`)).not.toEqual([]))
  held.release()
  await waitFor(() => expect(page.location()).toBe('/people'))
  expect(page.notices()).toEqual(['The record is erased.'])
  expect(page.shows('Uh oh, something went wrong!')).toBe(false)
})

it('F-22 who has a record open that a colleague erases sees that it is gone', async () => {
  const { accounts, as, contactId } = await makeStage(app)
  const page = await openScreen(`/people/${contactId}`, { as: accounts.creator, ...refused })
  await page.findByRole('heading', { level: 1, name: /Noor Abadi/ })
  expect((await as.senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  const title = await page.findByRole('heading', { level: 1, name: 'This record is no longer here' })
  expect(document.activeElement).toBe(title)
  expect(page.outline()).toEqual([
    'This record is no longer here',
    'It was erased, or you may no longer see it.',
    'People | → /people',
  ])
  expect(page.shows('Uh oh, something went wrong!')).toBe(false)
})

it('F-22 whoever opens the address of an erased record reads that it is gone, after one read of it', async () => {
  const { accounts, as, contactId } = await makeStage(app)
  expect((await as.senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  const page = await openScreen(`/people/${contactId}`, { as: accounts.creator, ...refused })
  await page.findByRole('heading', { level: 1, name: 'This page could not be opened' })
  expect(page.outline()).toEqual([
    'This page could not be opened',
    'It may have been removed, or you may not have access to it.',
    'Home | → /home/redirect',
  ])
  expect(page.calls('GET', `/api/contact/${contactId}`).map(({ status }) => status)).toEqual([404])
})

it('F-22 erasing can be left again, and staff are offered neither it nor the copies', async () => {
  const { accounts, contactId } = await makeStage(app)
  const page = await openScreen(`/people/${contactId}`, { as: accounts.senderAdmin, language: 'es' })
  const [pdf] = await page.findAllByRole('link', { name: /PDF/ })
  expect(pdf?.getAttribute('href')).toContain('language=es')
  const english = await openScreen(`/people/${contactId}`, { as: accounts.senderAdmin })
  await english.press('Erase this person')
  const dialog = within(await english.findByRole('dialog'))
  await english.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(english.queryByRole('dialog')).toBeNull())
  expect(english.calls('POST', `/api/contact/${contactId}/erase`)).toEqual([])
  const staff = await openScreen(`/people/${contactId}`, { as: accounts.creator })
  await staff.findByRole('heading', { level: 1, name: /Noor Abadi/ })
  expect(staff.queryByText('Rights of the person')).toBeNull()
})

it('F-22 an admin sees how many people have had no activity, when they are erased, and keeps one', async () => {
  const { account, organization, ids } = await makeInactive(2)
  const page = await openScreen('/people', { as: account })
  await page.findByText(/^2 people have had no activity for 24 months\./)
  await page.user.click(page.getByRole('link', { name: 'Review the list' }))
  await waitFor(() => expect(page.location()).toBe('/people/inactive'))
  await page.findByRole('button', { name: 'Keep the record of Ola0 Quiet' })
  await waitFor(() => expect(page.title()).toContain('People without activity'))
  expect(
    page.shows(
      'Nothing was changed or referred for a long time. Erase these records, or keep them if they are still needed.',
    ),
  ).toBe(true)
  const rows = () => within(page.getByRole('main')).getAllByRole('listitem')
  expect(
    rows()
      .map((row) => row.textContent)
      .sort(),
  ).toEqual([0, 1].map((at) => `Ola${at} QuietLast activity on 01/15/2020Erased automatically after 05/10/2030Keep`))
  expect(page.getByRole('link', { name: 'Ola0 Quiet' }).getAttribute('href')).toBe(`/people/${ids[0]}`)
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
  await page.press('Keep the record of Ola0 Quiet')
  await waitFor(() => expect(page.notices()).toEqual(['The record is kept.']))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await page.press('Keep the record of Ola1 Quiet')
  await page.findByText('Nobody here')
  expect(page.shows('When nothing happens with a person for 24 months, they show here.')).toBe(true)
  await page.open('/people')
  await page.findByRole('link', { name: 'Ola0 Quiet' })
  expect(page.queryByText('Review the list')).toBeNull()

  const { account: staff } = await app.someone({ organizationId: organization.id })
  const theirs = await openScreen('/people', { as: staff })
  await theirs.findByRole('link', { name: 'Ola0 Quiet' })
  expect(theirs.calls('GET', '/api/erasureProposal/count')).toEqual([])
})

it('F-22 the list of people without activity comes in pages, and can be loaded again', async () => {
  const { account } = await makeInactive(27)
  const page = await openScreen('/people', { as: account })
  await page.findByText(/^27 people/)
  for (const _ of [1, 2]) page.failNext('GET', '/api/erasureProposal', 500)
  await page.open('/people/inactive')
  await page.findByText('The list could not be loaded')
  expect(page.queryByText('Nobody here')).toBeNull()
  await page.press('Try again')
  const rows = () => within(page.getByRole('main')).getAllByRole('listitem')
  await waitFor(() => expect(rows()).toHaveLength(25))
  await page.press('Show more')
  await waitFor(() => expect(rows()).toHaveLength(27))
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
})
