import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { publishEvent } from '#platform/server/events.ts'
import { startTestApp } from '#test/app.ts'
import { deskOf, fileTicket } from '#test/desk-stage.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const CLOCK = '/api/authentication/session'
const LOGIN = '/api/authentication/login'
type Person = Awaited<ReturnType<typeof app.someone>>['account']

/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>')
      .replaceAll(/\d+ (second|minute)s?/g, '<time>')
      .replaceAll(/\d \| : \| \d\d\b/g, '<clock>'),
  )
/** Lets all sessions of an account have been used, or begun, this long ago. */
const age = (accountId: string, column: 'lastSeenOn' | 'createdOn', seconds: number) =>
  app.database
    .updateTable('session')
    .set({ [column]: sql`now() - make_interval(secs => ${seconds})` })
    .where('accountId', '=', accountId)
    .execute()
const MIN = 60
const HOUR = 60 * MIN

/** A screen with something typed on it whose session is over. */
async function typedAndOver(account: Person) {
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await page.user.click(page.getByRole('switch', { name: 'Disable notifications for incoming referrals' }))
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  await page.press('Save')
  return { page, dialog: await page.findByRole('dialog') }
}

it('D-HTTP-1 two minutes before a session ends unused its owner is asked, and stays with one press', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account })
  // Any call counts as use.
  await waitFor(() => expect(page.calls().filter(({ status }) => status === undefined)).toEqual([]))
  await age(account.id, 'lastSeenOn', 30 * MIN - 100)
  document.dispatchEvent(new Event('visibilitychange'))
  const dialog = await page.findByRole('dialog')
  expect(within(dialog).getByText(/^1:\d\d$/)).toBeTruthy()
  expect(plain(page.outline(dialog))).toEqual([
    'Are you still there?',
    'You will be signed out in <time>, because nothing was done for a while. What you typed is kept as long as you stay. | <clock>',
    'You will be signed out in <time>, because nothing was done for a while. What you typed is kept as long as you stay.',
    'Log out | → /auth/logout',
    'Stay signed in',
  ])
  expect(within(dialog).getByRole('status').textContent).toEqual(
    'You will be signed out in 2 minutes, because nothing was done for a while. What you typed is kept as long as you stay.',
  )
  expect(page.calls('POST', CLOCK)).toEqual([])
  await page.press('Stay signed in')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', CLOCK)).toHaveLength(1)
})

it('D-AUTH-2 what live events load does not extend the session of a tab that nobody uses', async () => {
  const { account, organization } = await deskOf(app).reporter()
  const bea = await app.someone({ organizationId: organization.id })
  const page = await openScreen('/support/helpDesk', { as: account })
  await page.loaded()
  const isRenewed = async () => {
    const { rows } = await sql<{ isRenewed: boolean }>`
      select max(last_seen_on) > now() - interval '1 minute' as is_renewed from session where account_id = ${account.id}`.execute(
      app.database,
    )
    return rows[0]?.isRenewed
  }
  await age(account.id, 'lastSeenOn', 10 * MIN)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * MIN * 1000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await page.findByText((await fileTicket(bea.call)).ticketNumber)
  await page.loaded()
  expect(await isRenewed()).toBe(false)
  await page.press(/^Closed/)
  await waitFor(async () => expect(await isRenewed()).toBe(true))
})

it('D-HTTP-1 the end after twelve hours is told once, and cannot be put off', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account })
  await age(account.id, 'createdOn', 12 * HOUR - 50)
  document.dispatchEvent(new Event('visibilitychange'))
  const dialog = await page.findByRole('dialog')
  expect(plain(page.outline(dialog))).toEqual([
    'Are you still there?',
    'You will be signed out in <time>, because 12 hours have passed. You can sign in again right here; what you typed is kept. | <clock>',
    'You will be signed out in <time>, because 12 hours have passed. You can sign in again right here; what you typed is kept.',
    'Log out | → /auth/logout',
    'Go on working',
  ])
  expect(within(dialog).getByRole('status').textContent).toEqual(
    'You will be signed out in 60 seconds, because 12 hours have passed. You can sign in again right here; what you typed is kept.',
  )
  await page.press('Go on working')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  document.dispatchEvent(new Event('visibilitychange'))
  await page.settle()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(page.calls('POST', CLOCK)).toEqual([])
})

it('D-HTTP-1 a session that is over leads to the front page when nothing was typed', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(page.location()).toBe('/'))
})

it('D-HTTP-1 a portal that does not answer keeps the screen open', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  page.failNext('GET', CLOCK, 500)
  const before = page.calls('GET', CLOCK).length
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() =>
    expect(
      page
        .calls('GET', CLOCK)
        .slice(before)
        .map(({ status }) => status),
    ).toContain(500),
  )
  await page.settle()
  expect(page.notices()).toEqual([])
  expect([page.location(), page.queryByRole('dialog')]).toEqual(['/myAccount/preferences', null])
})

it('D-HTTP-1 the focus returns to where it was before the warning, after signing in again', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  const box = page.getByRole('switch', { name: 'Disable notifications for incoming referrals' })
  await page.user.click(box)
  expect(document.activeElement).toBe(box)
  await age(account.id, 'lastSeenOn', 30 * MIN - 100)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: 'Stay signed in' })))
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  await page.press('Stay signed in')
  await page.findByRole('dialog', { name: 'You were signed out' })
  await page.fill(/^Password/, account.password)
  await page.press('Sign in')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(box))
})

it('HTTP-02 D-HTTP-1 signing in again in place says why it failed, and asks for the captcha after too many tries', async () => {
  const { account } = await app.someone()
  const { page, dialog } = await typedAndOver(account)
  expect(plain(page.outline(dialog))).toEqual([
    'You were signed out',
    'Sign in again to go on where you were. What you typed is still here.',
    'E-mail',
    '<text "<email>">',
    'Password',
    '<password "">',
    'Show Password',
    'Sign in as somebody else',
    'Sign in',
  ])
  const said = async (failure: number | 'network' | null) => {
    if (failure) page.failNext('POST', LOGIN, failure)
    const before = page.calls('POST', LOGIN).length
    await page.fill(/^Password/, 'not the password')
    await page.press('Sign in')
    await waitFor(() => expect(page.calls('POST', LOGIN).length).toBe(before + 1))
    await waitFor(() => expect(page.getByLabelText(/^Password/)).toHaveProperty('value', ''))
    const field = page.getByLabelText(/^Password/)
    return (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join('')
  }
  expect([await said(null), await said(403), await said(406), await said(500), await said('network')]).toEqual([
    'That password does not fit. Please try again.',
    'This account is held back. Follow the link in our e-mail to choose a new password.',
    'This account is not active any more. Please ask an administrator.',
    'The portal did not answer. Please try again.',
    'The portal did not answer. Please try again.',
  ])
  expect(page.queryByText("I'm not a robot")).toBeNull()
  expect(await said(429)).toBe('Too many attempts. Please try again later.')
  await page.findByText("I'm not a robot")
  await page.fill(/^Password/, account.password)
  await page.press('Sign in')
  await page.findByText('Please click the captcha checkbox')
  await page.solveCaptcha()
  await page.press('Sign in')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', LOGIN).at(-1)?.body).toEqual({
    email: account.email,
    password: account.password,
    captchaCode: expect.any(String),
  })
})

it('HTTP-02 D-HTTP-1 whoever must choose a new password first is led there', async () => {
  const { account } = await app.someone()
  const { page } = await typedAndOver(account)
  await app.database.updateTable('account').set({ forcePasswordReset: true }).where('id', '=', account.id).execute()
  await page.fill(/^Password/, account.password)
  await page.press('Sign in')
  await waitFor(() => expect(page.location()).toBe('/auth/forceReset'))
})

it('SEC-03 D-HTTP-1 with a second step signing in again asks for it in the same place', async () => {
  const { account, call } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await page.user.click(page.getByRole('switch', { name: 'Disable notifications for incoming referrals' }))
  // Enrolling ends the other sessions.
  const { body } = await call('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = Secret.fromBase32(new URL(body.barcode_uri).searchParams.get('secret') ?? '')
  expect((await call('POST', '/api/mfa/verifyOtp', { otp_code: new TOTP({ secret }).generate() })).status).toBe(204)
  await page.findByRole('dialog')
  await page.fill(/^Password/, account.password)
  await page.press('Sign in')
  await page.findByText('Other ways')
  // A call that the screen behind makes meanwhile does not lead away from what was chosen there.
  await page.user.click(page.getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() => expect(page.calls('PUT').map(({ status }) => status)).toEqual([401]))
  expect(plain(page.outline(page.getByRole('dialog')))).toEqual([
    'You were signed out',
    'Enter the code that your authenticator app shows.',
    'Code | *',
    '<text "" at most 20>',
    'Continue',
    'Other ways',
    'Send an e-mail to <email>',
    'Use a recovery code',
    'Log out',
  ])
  await page.press(/^Use a recovery code|recovery code/i)
  expect(plain(page.outline(page.getByRole('dialog')))).toEqual([
    'You were signed out',
    'Enter one of your recovery codes. It works once.',
    'Recovery Code | *',
    '<text "" at most 60>',
    'Continue',
    'Other ways',
    'Use your authenticator app',
    'Send an e-mail to <email>',
    'Log out',
  ])
  await page.fill(/recovery code/i, body.recovery_codes[0])
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: /^(Continue|Confirm|Verify)/ }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.location()).toBe('/myAccount/preferences')
})

it('SEC-03 D-HTTP-1 second steps that cannot be read when signing in again are read again on request', async () => {
  const organization = await makeOrganization(app.database)
  const { account } = await app.someone({ organizationId: organization.id })
  const { page } = await typedAndOver(account)
  const rule = { requireMfa: true }
  await app.database.updateTable('organization').set(rule).where('id', '=', organization.id).execute()
  page.failNext('GET', '/api/mfa/', 500)
  await page.fill(/^Password/, account.password)
  await page.press('Sign in')
  await page.press('Try again')
  await within(page.getByRole('dialog')).findByText(/e-mail/)
})

it('D-HTTP-1 signing in again in place uses an address that was changed meanwhile', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account } = await app.someone({ organizationId })
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await page.user.click(page.getByRole('switch', { name: 'Disable notifications for incoming referrals' }))
  const email = `moved-${account.email}`
  const before = page.calls('GET', '/api/portalAccount/current').length
  await app.database.updateTable('account').set({ email }).where('id', '=', account.id).execute()
  const audience = [`organization:${organizationId}`]
  await publishEvent(app.database, { type: 'portalAccount', subjectId: account.id, audience })
  await waitFor(() => expect(page.calls('GET', '/api/portalAccount/current').length).toBeGreaterThan(before))
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  await page.press('Save')
  expect(within(await page.findByRole('dialog')).getByLabelText<HTMLInputElement>(/^E-?mail/).value).toBe(email)
})
