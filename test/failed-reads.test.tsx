import { beforeAll, expect, it } from 'vitest'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { startTestApp } from './app.ts'
import { PASSWORD } from './factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from './screen.tsx'
import { makeUnmet } from './unmet-needs.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const staff = { ...stage.accounts.creator, password: PASSWORD }
const { account: admin, call: asAdmin } = await app.someone({ roles: ['platform-admin'] })
const { account: member } = await app.someone({ roles: ['community-member'] })
let personId = ''
let consentId = ''
beforeAll(async () => {
  personId = (await makePerson(stage.as.creator)).id
  consentId = (await stage.as.creator('GET', `/api/contact/${personId}`)).body.consents[0].id
  const organizationId = stage.sender.id
  const make = { database: app.database, organizationId, recipientId: organizationId, accountId: staff.id }
  await makeUnmet(make, 3, { day: '2024-02-10' })
})

const FAILED = 'This could not be loaded.'
const failing = { expectedErrors: [/^A call failed: /] }

/** Both tries of the read fail, and the next one works. */
async function expectAnotherTry(page: OpenScreen, path: string, open: () => Promise<unknown>) {
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  await open()
  await page.findByText(FAILED)
  const part = page.queryByRole('dialog') ?? page.getByRole('main')
  const shownBefore = page.outline(part)
  await page.user.click(within(part).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(page.queryByText(FAILED)).toBeNull())
  return shownBefore
}

it('ORG-04 registrations that could not be loaded are not called none', async () => {
  const page = await openScreen('/directory', { as: admin, ...failing })
  const before = await expectAnotherTry(page, '/api/admin/review/', () => page.open('/admin/review'))
  expect(before).not.toContain('Nobody is waiting')
  await page.findByText('Nobody is waiting')
})

it('INT-14 the consent text can be loaded again', async () => {
  const page = await openScreen('/directory', { as: admin, ...failing })
  await expectAnotherTry(page, '/api/consentText/', () => page.open('/admin/consentText'))
  await page.findByRole('button', { name: 'Write the next version' })
})

it('F-11 who saw one’s own record can be loaded again', async () => {
  const page = await openScreen('/directory', { as: member, ...failing })
  await expectAnotherTry(page, '/api/myRecord', () => page.open('/myAccount/myRecord'))
  await page.findByText('No organization keeps a record about you here')
})

it('REP-05 the map of missing help can be loaded again beside its tables', async () => {
  const page = await openScreen('/directory', { as: staff, ...failing })
  const address = '/reports/unmet-needs?from=2024-Q1&to=2024-Q1&scope=own'
  await expectAnotherTry(page, '/api/report/unmetNeeds/shapes/17', () => page.open(address))
  await waitFor(() => expect(document.querySelector('svg[aria-hidden] path[data-shade]')).toBeTruthy())
})

it('INT-03 nobody withdraws a consent before it is known who sees details, which can be loaded again', async () => {
  const page = await openScreen(`/people/${personId}`, { as: staff, ...failing })
  const path = `/api/contact/${personId}/consent/${consentId}/use`
  const withdraw = () => page.getByRole<HTMLButtonElement>('button', { name: 'Withdraw consent' })
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  await page.press('Withdraw')
  await page.findByText(FAILED)
  expect(withdraw().disabled).toBe(true)
  await page.press('Try again')
  await waitFor(() => expect(withdraw().disabled).toBe(false))
  expect(page.queryByText(FAILED)).toBeNull()
})

it('INT-14 what was agreed to can be loaded again', async () => {
  const { body } = await asAdmin('GET', '/api/consentText/')
  const given = { scope: 'network', howGiven: 'electronic', language: 'en', signedName: 'Noor Abadi' }
  const signed = { ...given, textId: body.items[0].id }
  const { id } = await makePerson(stage.as.creator, {}, signed)
  const [consent] = (await stage.as.creator('GET', `/api/contact/${id}`)).body.consents
  const page = await openScreen(`/people/${id}`, { as: staff, ...failing })
  const path = `/api/contact/${id}/consent/${consent.id}/text`
  await expectAnotherTry(page, path, () => page.press('Show what was agreed to'))
  await page.findByText(/^Who gets it/)
})

it('D-DESK-1 what mails of the help desk somebody wants can be loaded again', async () => {
  const { account: agent } = await app.someone({ roles: ['support-agent'] })
  const page = await openScreen('/support/helpDesk', { as: agent, ...failing })
  await expectAnotherTry(page, '/api/supportPortal/preference/', () => page.press('Notifications'))
  await page.findByRole('switch')
})

it('SEC-09 the links that were sent for an account can be loaded again', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: admin, ...failing })
  await expectAnotherTry(page, `/api/portalAccount/${account.id}/link`, () =>
    page.open(`/organization/people/${account.id}`),
  )
})

/** Instead of its content, the card of the failed read offers another try, which brings it. */
async function expectCardAgain(page: OpenScreen, path: string, title: string, open: () => Promise<unknown>, tries = 2) {
  for (let time = 0; time < tries; time++) page.failNext('GET', path, 500)
  // An event of what was done before would make the screen read again by itself.
  const stream = page.holdNext('GET', '/api/event/stream')
  await open()
  const card = () => within(page.getByRole('region', { name: title }))
  await waitFor(() => expect(card().getByText(FAILED)).toBeTruthy())
  expect(page.getAllByText(FAILED)).toHaveLength(1)
  await page.user.click(card().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(page.queryByText(FAILED)).toBeNull())
  stream.release()
}

it.each([
  ['REF-16', 'Needs', '/api/referralRequest/'],
  ['INT-02', 'Intakes', '/api/intake/'],
  ['INT-16', 'Household', '/household'],
  ['INT-13', 'Link to their record', '/recordLink'],
  ['INT-13', 'What the person asks to have corrected', '/correction'],
  ['INT-14', 'Consent by link', '/consentRequest'],
  ['DIR-14', 'What services ask', '/fact'],
  ['INT-12', 'Merged records', '/merged'],
])('%s the card %s of a person is not missing where it could not be loaded', async (_, title, path) => {
  const page = await openScreen('/directory', { as: staff, ...failing })
  const whole = path.startsWith('/api') ? path : `/api/contact/${personId}${path}`
  await expectCardAgain(page, whole, title, () => page.open(`/people/${personId}`))
})

it.each([
  ['INT-10', 'Intakes', 'intake'],
  ['REF-10', 'Delivery', 'delivery'],
  ['REF-15', 'Appointment', 'appointment'],
  ['REF-15', 'Did they get help?', 'helpAnswer'],
])('%s the card %s of a referral is not missing where it could not be loaded', async (_, title, path) => {
  const { body: sent } = await refer(stage)
  let { version } = sent
  for (const action of ['accept', 'closeResolved'] as const) {
    const call = wholeCall(action, version)
    const { status, body } = await stage.as.recipient('POST', `/api/referral/${sent.id}/transition`, call)
    expect(status).toBe(200)
    version = body.version
  }
  const page = await openScreen('/directory', { as: staff, ...failing })
  const open = () => page.open(`/referrals/${sent.id}`)
  await expectCardAgain(page, `/api/referral/${sent.id}/${path}`, title, open, 1)
})

it.each([
  ['ORG-04', 'Requests to join', '/api/organization/current/joinRequest'],
  ['D-MFA-1', 'Signing in', '/api/organization/current/requireMfa'],
])('%s the card %s of a team is not missing where it could not be loaded', async (_, title, path) => {
  const { account } = await app.someone({ roles: ['organization-admin'] })
  const page = await openScreen('/directory', { as: account, ...failing })
  await expectCardAgain(page, path, title, () => page.open('/organization/people'))
})

it('D-PASSKEY-1 passkeys that could not be loaded are not called none', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: account, ...failing })
  await expectCardAgain(page, '/api/passkey/', 'Passkeys', async () => {
    await page.open('/myAccount/security')
    await page.press('Cancel')
  })
})
