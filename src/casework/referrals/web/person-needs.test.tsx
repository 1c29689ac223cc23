import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const recipient = await makeOrganization(app.database, { name: 'Harbor Housing' })
const { account: sam, call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
const addPerson = async (): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })).body.id

it('INT-09 a need is recorded on the record, leads on to services and a referral, and can be ended', async () => {
  const contactId = await addPerson()
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  const card = await page.findByRole('region', { name: 'Needs' })
  expect(page.outline(card)).toEqual(['Needs', 'No open need. Record one, or find them with an intake.', 'Add a need'])
  await page.press('Add a need')
  await page.choose('What is needed', 'Diapers')
  await within(card).findByText('Nothing sent yet')
  expect(page.outline(card)).toEqual([
    'Needs',
    'Every try and wait, over time | → /people/<id>/timeline',
    [
      'Diapers | open since just now | Nothing sent yet',
      '(Refer: Diapers) | Refer | → /referrals/new?contactId=<id>&requestId=<id>&need=diapers',
      '(Find services: Diapers) | Find services | → /directory?contactId=<id>&need=diapers',
      '(No longer needed: Diapers) | No longer needed',
    ].join(' | '),
    'Add a need',
  ])
  await page.press('No longer needed: Diapers')
  await within(card).findByText('1 ended need')
  expect(page.shows('Diapers is no longer an open need')).toBe(true)
})

it('INT-09 a referral from a need is listed with it as what was tried', async () => {
  const contactId = await addPerson()
  const [need] = (await call('POST', '/api/referralRequest/', { contactId, need: 'diapers' })).body.items
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  const link = await page.findByRole('link', { name: 'Refer: Diapers' })
  expect(link.getAttribute('href')).toBe(`/referrals/new?contactId=${contactId}&requestId=${need.id}&need=diapers`)
  await call('POST', '/api/referral/', {
    ...{ contactId, requestId: need.id, need: 'diapers', recipientOrganizationId: recipient.id, send: false },
  })
  await page.open(`/people/${contactId}`)
  const tries = await page.findByRole('list', { name: 'What was tried' })
  await waitFor(() =>
    expect(page.outline(tries)).toEqual([
      '(What was tried)',
      expect.stringMatching(/^Harbor Housing \| → \/referrals\/<id> \| Draft/),
    ]),
  )
  expect(page.queryByRole('link', { name: 'Refer: Diapers' })).toBeNull()
})

it('INT-09 a need whose tries have all ended leads on, and can be ended', async () => {
  const contactId = await addPerson()
  const [need] = (await call('POST', '/api/referralRequest/', { contactId, need: 'diapers' })).body.items
  const made = await call('POST', '/api/referral/', {
    ...{ contactId, requestId: need.id, need: 'diapers', recipientOrganizationId: recipient.id, send: false },
  })
  await app.database
    .updateTable('referral')
    .set({
      ...{ status: 'Closed: Unresolved', reason: 'moved', sentOn: new Date().toISOString() },
      snapshot: sql`'{"firstName": "Ana", "lastName": "Rivera"}'::jsonb`,
    })
    .where('id', '=', made.body.id)
    .execute()
  await app.database.updateTable('referralRequest').set({ status: 'active' }).where('id', '=', need.id).execute()
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  const card = await page.findByRole('region', { name: 'Needs' })
  await within(card).findByRole('link', { name: 'Refer: Diapers' })
  expect(page.shows('Nothing sent yet')).toBe(false)
  await page.press('No longer needed: Diapers')
  await within(card).findByText('1 ended need')
})
