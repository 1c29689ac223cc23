import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { addPerson, CLIENT_ID, CLIENT_SECRET, signInAtProvider, startOpenIdProvider } from '#test/openid-provider.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const PORTAL = 'http://127.0.0.1:3999'
const peer = await startOpenIdProvider(PORTAL)
afterAll(peer.stop)
const app = await startTestApp({
  AUTH_TYPE: 'oidc',
  OIDC_ISSUER: peer.issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_NAME: 'County Login',
})
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }

let next = 1
function newPerson() {
  const [subject, email] = [`screen-${next}`, `screen-${next++}@example.test`]
  addPerson(subject, email)
  return { subject, email }
}
/** Goes to the provider and comes back, in the browser of the screen. */
async function comeBack(page: OpenScreen, url: string, subject: string) {
  // A page that was left makes no calls.
  await page.open('/legal/terms')
  const back = await signInAtProvider(url, subject, PORTAL)
  const answer = await fetch(back, { redirect: 'manual' })
  return page.open(answer.headers.get('location') ?? '')
}
/** Somebody whom the provider knows and the portal does not. */
async function openUnknown() {
  const { subject, email } = newPerson()
  const page = await openScreen('/legal/terms', refused)
  const start = await fetch('/api/singleSignOn/start', { redirect: 'manual' })
  await comeBack(page, start.headers.get('location') ?? '', subject)
  await page.findByRole('heading', { level: 1, name: 'Which account is yours?' })
  return { page, subject, email }
}
async function mailedCode(email: string) {
  await app.workJobs()
  return /signOn\/confirm\/([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1] ?? ''
}
/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) => line.replaceAll(/[\w-]+@example\.test/g, '<email>').replaceAll(peer.issuer, '<issuer>'))
const section = (page: OpenScreen) => page.getByRole('region', { name: 'Single sign-on' })
async function openSecurity(as: { id: string; email: string; password: string }, query = '') {
  const page = await openScreen(`/myAccount/security${query}`, { as, ...refused })
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  return page
}

it('D-AUTH-1 whom the provider names and the portal does not know finds the ways to an account', async () => {
  const { page, email } = await openUnknown()
  expect(page.title()).toContain('Which account is yours?')
  expect(plain(page.outline())).toEqual([
    'Which account is yours?',
    'County Login says that you are <email>. No account here is linked to that sign-in yet.',
    'I have an account here',
    'Write the e-mail address of your account. We send a link to it that ties the two together. Open it in this browser.',
    'Email | *',
    '<email "<email>" at most 254>',
    'Send me the link',
    'Sign in with a password instead | → /auth/login?with=password',
    'I am new here',
    'Register first. After that you can sign in with County Login.',
    'Register yourself or an organization | → /registration/choice',
  ])
  page.failNext('POST', '/api/singleSignOn/mail', 500)
  await page.press('Send me the link')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  await page.fill(/^Email/, 'no address')
  await page.press('Send me the link')
  await waitFor(() => expect(page.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true'))
  await page.fill(/^Email/, email)
  await page.press('Send me the link')
  const again = await page.findByRole('button', { name: 'Use another address' })
  expect(document.activeElement).toBe(again)
  expect(
    page.shows(
      `If an account has the address ${email}, a link is on its way to it. Open it in this browser, within an hour.`,
    ),
  ).toBe(true)
  expect(page.queryByLabelText(/^Email/)).toBeNull()
  await page.user.click(again)
  expect(page.getByLabelText(/^Email/)).toBeTruthy()
  page.failNext('POST', '/api/singleSignOn/mail', 410)
  await page.press('Send me the link')
  await waitFor(() => expect(page.location()).toMatch(/^\/auth\/login\?problem=failed/))
})

it('D-AUTH-1 nobody whom no provider named is asked which account is theirs', async () => {
  const page = await openScreen('/auth/signOn/new', refused)
  await waitFor(() => expect(page.location()).toBe('/auth/login?problem=failed'))
  for (const [status, heading] of [
    [410, 'Login'],
    [500, 'This page could not be opened'],
  ] as const) {
    page.failNext('GET', '/api/singleSignOn/pending', status)
    await page.open('/auth/signOn/new')
    expect((await page.findByRole('heading', { level: 1 })).textContent).toBe(heading)
  }
})

it('D-AUTH-1 the mailed link wants the password of the account, says what was wrong, and signs in', async () => {
  const { account } = await app.someone()
  const { page } = await openUnknown()
  await page.fill(/^Email/, account.email)
  await page.press('Send me the link')
  await page.findByRole('button', { name: 'Use another address' })
  const code = await mailedCode(account.email)
  await page.open(`/auth/signOn/confirm/${code}`)
  await page.findByRole('heading', { level: 1, name: 'Link your account' })
  expect(plain(page.outline())).toEqual([
    'Link your account',
    'From now on County Login opens the account <email> for <email>.',
    'Write the password of your account here, so that your mail alone does not open it.',
    'Password | *',
    '<password "" at most 1000>',
    'Show Password',
    'Link and sign in',
  ])
  const field = () => page.getByLabelText<HTMLInputElement>(/^Password/)
  expect(field().autocomplete).toBe('current-password')
  const submit = () => page.press('Link and sign in')
  await submit()
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
  expect(page.calls('POST', `/api/singleSignOn/link/${code}`)).toEqual([])
  for (const [status, words] of [
    [429, 'Too many attempts. Please wait a quarter of an hour.'],
    [406, 'This account is not active. Please check your email'],
    [403, 'This account has not been verified by an Hearthline admin'],
    [409, 'That sign-in was linked to another account in the meantime.'],
    [500, 'Oops something went wrong'],
  ] as const) {
    page.failNext('POST', `/api/singleSignOn/link/${code}`, status)
    await page.fill(/^Password/, PASSWORD)
    await submit()
    await waitFor(() => expect(page.notices()).toContain(words))
    await waitFor(() => expect(field().value).toBe(''))
  }
  await page.fill(/^Password/, 'not the password')
  await submit()
  await waitFor(() => expect(page.notices()).toContain('That was not right.'))
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field())
  await page.fill(/^Password/, PASSWORD)
  await submit()
  await waitFor(() => expect(page.location()).toMatch(/^\/home/))
})

it('D-AUTH-1 a link that ended says so, and an account with a passkey alone signs in with it first', async () => {
  const gone = await openScreen('/auth/signOn/confirm/made-up', refused)
  expect(gone.outline()).toEqual([
    'This link does not work here',
    'It works once, for an hour, and only in the browser where you began. Sign in again to get a new one.',
    'Login | → /auth/login',
  ])
  gone.failNext('GET', '/api/singleSignOn/link/made-up', 500)
  await gone.open('/auth/signOn/confirm/made-up')
  expect((await gone.findByRole('heading', { level: 1 })).textContent).toBe('This page could not be opened')
})

it('D-AUTH-1 linked sign-ins that could not be loaded are not called none', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: account, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/singleSignOn/identity', 500)
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await within(section(page)).findByText('This could not be loaded.')
  expect(within(section(page)).queryByText('No sign-in is linked to your account.')).toBeNull()
  await page.user.click(within(section(page)).getByRole('button', { name: 'Try again' }))
  await within(section(page)).findByText('No sign-in is linked to your account.')
  expect(within(section(page)).queryByText('This could not be loaded.')).toBeNull()
})

it('D-AUTH-1 the security page links an identity, shows it, and unlinks it once asked', async () => {
  const { account } = await app.someone()
  const { subject, email } = newPerson()
  const page = await openSecurity(account)
  await within(section(page)).findByText('No sign-in is linked to your account.')
  expect(page.outline(section(page))).toEqual([
    'Single sign-on',
    'Sign in with County Login instead of a password.',
    'No sign-in is linked to your account.',
    'Link County Login',
  ])
  page.failNext('POST', '/api/singleSignOn/link', 500)
  await page.press('Link County Login')
  await waitFor(() =>
    expect(page.notices()).toEqual(['The sign-in service does not answer. Please try again in a moment.']),
  )
  await page.press('Link County Login')
  await waitFor(() => expect(page.location()).toContain(peer.issuer))
  await comeBack(page, page.location(), subject)
  await waitFor(() => expect(page.notices()).toEqual(['Sign-in linked']))
  expect(page.location()).toBe('/myAccount/security')
  await within(section(page)).findByText(email)
  expect(plain(page.outline(section(page)))).toEqual([
    'Single sign-on',
    'Sign in with County Login instead of a password.',
    '<email> | <issuer> | Linked just now | · Last used just now | (Unlink <email>) | Unlink',
    'Link County Login',
  ])

  await page.press(`Unlink ${email}`)
  const opened = await page.findByRole('dialog', { name: 'Unlink this sign-in?' })
  const dialog = within(opened)
  expect(plain(page.outline(opened))).toEqual([
    'Unlink this sign-in?',
    '(Close)',
    '<email> will no longer open your account here.',
    'Cancel',
    'Unlink',
  ])
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press(`Unlink ${email}`)
  const again = within(await page.findByRole('dialog'))
  page.failNext('DELETE', /^\/api\/singleSignOn\/identity\//, 500)
  await page.user.click(again.getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  await waitFor(() => expect(again.getByRole('button', { name: 'Unlink' }).getAttribute('aria-disabled')).toBeNull())
  await page.user.click(again.getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(page.notices()).toContain('Sign-in unlinked'))
  await within(section(page)).findByText('No sign-in is linked to your account.')
  expect(page.queryByRole('dialog')).toBeNull()
})

it('SEC-02 D-AUTH-1 how the way to the provider ended is said once, and no dialog opens over it', async () => {
  const { account } = await app.someone()
  for (const [outcome, words] of [
    ['taken', 'That sign-in belongs to another account already.'],
    ['other', 'That was another sign-in than the one that is linked to your account.'],
    ['cancelled', 'Nothing was linked.'],
    ['unreachable', 'The sign-in service does not answer. Please try again in a moment.'],
    ['made-up', 'The sign-in could not be checked. Please try again.'],
  ]) {
    const page = await openScreen(`/myAccount/security?signOn=${outcome}`, { as: account, ...refused })
    await waitFor(() => expect(page.notices()).toEqual([words]))
    expect(page.location()).toBe('/myAccount/security')
    await page.settle()
    expect(page.queryByRole('dialog')).toBeNull()
  }
})

it('D-AUTH-1 the last way into an account is not offered to be unlinked, and the provider confirms who has one', async () => {
  const { account } = await app.someone()
  const { subject, email } = newPerson()
  const page = await openSecurity(account)
  await page.press('Link County Login')
  await waitFor(() => expect(page.location()).toContain(peer.issuer))
  await comeBack(page, page.location(), subject)
  await within(section(page)).findByText(email)
  await page.open('/auth/reauthenticate?returnUrl=%2Fdirectory')
  page.failNext('POST', '/api/singleSignOn/confirm', 500)
  await page.press('Confirm with County Login')
  await waitFor(() =>
    expect(page.notices()).toEqual(['The sign-in service does not answer. Please try again in a moment.']),
  )
  await page.press('Confirm with County Login')
  await waitFor(() => expect(page.location()).toContain(peer.issuer))
  expect(page.calls('POST', '/api/singleSignOn/confirm').at(-1)?.body).toEqual({ returnUrl: '/directory' })
  await app.database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await page.press(`Unlink ${email}`)
  const dialog = within(await page.findByRole('dialog'))
  expect(
    dialog.getByText('This is your only sign-in method. Set a password or add a passkey before you unlink it.'),
  ).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Unlink' })).toBeNull()
})
