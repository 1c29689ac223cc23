import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { refer } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const refused = { expectedErrors: [/^A call failed: /] }
const openScreen = screensOf(app)
const { stage, signedIn } = await stageOnScreen(app)
const path = '/api/organization/current/responsePromise'

const time = (label: string, from: string, days: number) => [
  ...[label, from, `<text "${days}">`, `<text ${label}: hours or working days "working days">`],
]

it('REF-14 an admin promises times in hours or working days and names a person', async () => {
  const page = await openScreen('/organization/responseTimes', { as: signedIn('recipient'), ...refused })
  const form = await page.findByRole('region', { name: 'Your promise' })
  expect(page.outline(form)).toEqual([
    'Your promise',
    'You have promised nothing yet. These times are the usual ones.',
    ...time('Open a referral within', 'After it arrived', 3),
    ...time('Answer within', 'After it arrived', 6),
    ...time('Reach the person within', 'After you accepted', 3),
    ...[
      'Who is notified of late referrals',
      'If this person leaves, your admins are notified.',
      '<text Your admins "">',
    ],
    'Only working days count. Urgent referrals have half the time, those as soon as possible a quarter. On hold does not count. New times apply to what arrives or moves from now on.',
    'Save',
  ])
  await page.fill('Open a referral within', '4')
  await page.choose('Open a referral within: hours or working days', 'hours')
  await page.fill('Answer within', '31')
  await page.press('Save')
  await within(form).findByText('Enter whole hours, at most 30 working days.')
  expect(page.calls('PUT', path)).toEqual([])
  await page.fill('Answer within', '2')
  await page.choose('Who is notified of late referrals', 'Lee Tester')
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Response times saved']))
  expect(page.calls('PUT', path)[0]?.body).toEqual({
    ...{ viewHours: 4, answerHours: 48, contactHours: 72, escalateToId: stage.accounts.recipient.id, version: 0 },
  })
  // Another admin changes them meanwhile.
  const theirs = { viewHours: 5, answerHours: 48, contactHours: 72, escalateToId: null, version: 1 }
  expect((await stage.as.recipient('PUT', path, theirs)).status).toBe(200)
  const stale = 'Somebody changed the response times meanwhile. Save again to put yours in their place.'
  await page.fill('Open a referral within', '6')
  await page.press('Save')
  await page.findByText(stale)
  expect((await stage.as.recipient('GET', path)).body.viewHours).toBe(5)
  await page.press('Save')
  await waitFor(() => expect(page.queryByText(stale)).toBeNull())
  expect((await stage.as.recipient('GET', path)).body).toMatchObject({ viewHours: 6, version: 3 })
  const other = await openScreen('/organization/responseTimes', { as: signedIn('creator') })
  expect(other.queryByRole('region', { name: 'Your promise' })).toBeNull()
})

it('REF-14 what is late stands first in the list, on home and on its page, with what was promised', async () => {
  const ids = []
  for (let i = 0; i < 2; i++) ids.push((await refer(stage)).body.id as string)
  const [late] = ids
  const dueOn = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString()
  await app.database
    .updateTable('referral')
    .set({ promiseDueOn: dueOn })
    .where('id', '=', late ?? '')
    .execute()
  const said = 'Late: to be opened · 2 hours ago'
  const page = await openScreen('/referrals', { as: signedIn('recipient') })
  await waitFor(() => expect(page.getAllByRole('row')).toHaveLength(3))
  expect(page.outline(page.getAllByRole('row')[1] as HTMLElement).join(' ')).toContain(said)
  expect(
    within(page.getAllByRole('row')[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/referrals/${late}`)
  await page.open('/home')
  const links = (await page.findAllByRole('link', { name: /Noor A\./ })).map((link) => link.getAttribute('href'))
  expect(links[0]).toBe(`/referrals/${late}`)
  await page.findByText(said)
  const sender = await openScreen(`/referrals/${late}`, { as: signedIn('creator') })
  await sender.findByText(`Sent just now · ${said}`)
})

it('REF-14 the form tells the sender what was promised', async () => {
  const times = { viewHours: 4, answerHours: 48, contactHours: 72, escalateToId: null, version: 3 }
  expect((await stage.as.recipient('PUT', path, times)).status).toBe(200)
  const page = await openScreen(`/referrals/new?contactId=${stage.contactId}`, { as: signedIn('creator') })
  const [field] = await page.findAllByLabelText(/^Service or organization/)
  await page.user.type(field as HTMLElement, stage.recipient.name)
  await page.user.click(await page.findByRole('option', { name: new RegExp(stage.recipient.name) }))
  await page.findByText('Promises an answer within 2 working days.')
})
