import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { plain, stageOnScreen } from '#test/referral-on-screen.ts'
import { refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn } = await stageOnScreen(app)
const pat = { firstName: 'Pat', lastName: 'Quinn', email: 'pat@lakeview.test' }
const change = (referralId: string, given: Record<string, unknown>) =>
  app.database.updateTable('referralDelivery').set(given).where('referralId', '=', referralId).execute()
const now = () => new Date().toISOString()

async function invite() {
  const { id: recipientOrganizationId } = await makeOrganization(app.database, { standing: 'listed' })
  return (await refer(stage, { recipientOrganizationId, directReferralContact: pat })).body.id as string
}

it('REF-10 the sender reads how far a referral came, and that nobody could be reached', async () => {
  const { id } = (await refer(stage)).body
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('creator') })
  const card = () => page.findByRole('region', { name: 'Delivery' })
  const lines = async () => plain(page.outline(await card()))
  const to = 'E-mail to 1 person | <masked>'
  expect(await lines()).toEqual(['Delivery', `${to} | Waiting to be sent · just now`, 'Not opened yet'])
  await app.workJobs()
  await within(await card()).findByText('Accepted by their provider · just now')
  await change(id, { failedOn: now(), failure: 'invalid-address' })
  const { version } = (await stage.as.recipient('GET', `/api/referral/${id}`)).body
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, { action: 'accept', version })
  await page.findByText('Opened by Lee Tester · just now')
  expect(await lines()).toEqual([
    ...['Delivery', `${to} | <masked>: The address does not exist.`, 'Opened by Lee Tester · just now'],
  ])
  const recipient = await openScreen(`/referrals/${id}`, { as: signedIn('recipient') })
  await recipient.findByRole('heading', { name: 'What was shared' })
  expect(recipient.queryByRole('region', { name: 'Delivery' })).toBeNull()
})

it('REF-10 a bounced invitation asks for another address right on the page, and sends it there', async () => {
  const id = await invite()
  await change(id, { failedOn: now(), failure: 'refused' })
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('creator') })
  const notice = await page.findByRole('region', { name: 'The invitation to pat@lakeview.test did not arrive' })
  expect(page.outline(notice)).toEqual([
    'The invitation to pat@lakeview.test did not arrive',
    'Their provider refused it. Enter another address. The old link then stops working.',
    ...['First name | *', '<text "Pat" at most 60>', 'Last name | *', '<text "Quinn" at most 60>'],
    ...['E-mail | *', '<email "" at most 254>'],
    'Send the invitation',
  ])
  await page.press('Send the invitation')
  expect(
    within(notice)
      .getByRole('textbox', { name: /^E-mail/ })
      .getAttribute('aria-invalid'),
  ).toBe('true')
  await page.fill(/^E-mail/, 'quinn@lakeview.test')
  await page.press('Send the invitation')
  await waitFor(() => expect(page.notices()).toEqual(['The invitation goes to quinn@lakeview.test']))
  expect(page.calls('POST', `/api/referral/${id}/invitation`)[0]?.body).toMatchObject({
    ...pat,
    email: 'quinn@lakeview.test',
  })
  await waitFor(() => expect(page.queryByRole('region', { name: /did not arrive/ })).toBeNull())
  await page.findByText(/A link to see this referral and answer it went to quinn@lakeview\.test/)
})

it('REF-10 an invitation that nobody opens can go to another address too; the link says when it was opened', async () => {
  const id = await invite()
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('creator') })
  await page.findByText(/^Link not opened yet\. It works until /)
  await app.database
    .updateTable('referralInvitation')
    .set({ openedOn: now(), claimedOn: now(), claimStatus: 'refused' })
    .where('referralId', '=', id)
    .execute()
  await page.open(`/referrals/${id}`)
  await page.findByText('Link opened · just now')
  await page.findByText('Registered, but we refused it.')
  await page.press('Use another address')
  await page.fill(/^E-mail/, 'desk@lakeview.test')
  page.failNext('POST', `/api/referral/${id}/invitation`, 409)
  await page.press('Send the invitation')
  await waitFor(() => expect(page.notices()).toEqual(['This has changed meanwhile. Look again before you send it.']))
  await page.press('Send the invitation')
  await waitFor(() => expect(page.notices()).toEqual(['The invitation goes to desk@lakeview.test']))
  await page.findByRole('button', { name: 'Use another address' })
})
