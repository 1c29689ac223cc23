import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { consumeCaptcha } from '#test/captcha.ts'
import { PASSWORD } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'
import { insertResetToken } from '../server/account-token-queries.ts'
import { signResetLink } from '../server/reset-link.ts'
import { newCode } from '../server/secret-hash.ts'

const app = await startTestApp()
const { database, config } = app
const openScreen = screensOf(app)
const RESET = '/api/authentication/reset'
const NEW = 'violet kettle morning 47'
const partnerSite = 'https://impacthq.example.org/'
const refused = { expectedErrors: [/^A call failed: /] }

const make = async (given: Parameters<typeof app.someone>[0] = {}) => (await app.someone(given)).account
type Account = Awaited<ReturnType<typeof make>>

/** Removes the question and the terms, as in a manually created account. */
const makeBare = (account: Account) =>
  database
    .updateTable('account')
    .set({ securityQuestion: null, securityAnswerHash: null, acceptedTermsAndConditions: false })
    .where('id', '=', account.id)
    .execute()

async function resetCode(account: Account) {
  const code = newCode()
  await insertResetToken(database, { accountId: account.id, purpose: 'reset-password', code, hours: 1, source: null })
  return code
}
async function resetLink(account: Account, source: string | null = null) {
  const given = { hours: 1, source, code: newCode() }
  await insertResetToken(database, { ...given, accountId: account.id, purpose: 'admin-reset' })
  return signResetLink(config, account, given)
}
const question = 'What was the house number and street name you lived in as a child?'

it('FORG-01 FORG-02 asks for an address and the captcha before anything is sent', async () => {
  const page = await openScreen('/auth/forgot')
  await page.fill(/^Email/, 'not an address')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Fix the invalid fields']))
  await page.fill(/^Email/, 'dana@example.test')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Please click the captcha checkbox'))
  expect(page.calls('POST')).toEqual([])
})

it('FORG-02 FORG-04 is disabled while it sends, and keeps the source to the partner’s site', async () => {
  const page = await openScreen('/auth/forgot?source=ImpactHQ')
  expect(page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(partnerSite)
  await page.fill(/^Email/, 'dana@example.test')
  await page.solveCaptcha()
  const call = page.holdNext('POST', '/api/authentication/forgot')
  await page.press('Submit')
  await waitFor(() => expect(page.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true'))
  call.release()
  await page.findByRole('heading', { name: 'Check Your Email' })
  expect(page.location()).toBe('/auth/forgotConfirmation?source=impacthq')
  expect(page.getByText('An email with instructions has been sent to the email provided.')).toBeTruthy()
  const [ok] = page.getAllByRole('link', { name: 'Ok' })
  expect(ok?.getAttribute('href')).toBe(partnerSite)
  const { body } = page.calls('POST', '/api/authentication/forgot')[0] ?? {}
  expect(body).toEqual({ email: 'dana@example.test', captchaCode: expect.any(String) })
})

it('FORG-03 RST-05 a partner’s reader goes back to the partner, everybody else to the front page', async () => {
  const reset = await openScreen('/auth/resetConfirmation?source=impacthq')
  expect(reset.getByRole('link', { name: 'Back to ImpactHQ' }).getAttribute('href')).toBe(partnerSite)
  const plain = await openScreen('/auth/forgot')
  expect(plain.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/')
})

it('FORG-02 says that something went wrong, and can be sent again', async () => {
  const page = await openScreen('/auth/forgot', refused)
  await page.fill(/^Email/, 'dana@example.test')
  await page.solveCaptcha()
  page.failNext('POST', '/api/authentication/forgot', 500)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Oops something went wrong']))
  expect(page.logged()).toEqual(['A call failed: 500 unexpected'])
  expect(page.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBeNull()
})

it('RST-01 RST-02 RST-03 shows the question as the label, checks all fields, and says when the answer is wrong', async () => {
  const account = await make()
  const page = await openScreen(`/auth/reset/${await resetCode(account)}?source=impacthq`, refused)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please Fix the invalid fields']))
  await page.fill(new RegExp(question.replace('?', '\\?')), 'Oak')
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm Password/, `${NEW}!`)
  await page.press('Submit')
  await page.findByText('Password does not match')
  await page.fill(/^Confirm Password/, NEW)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Please click the reCaptcha checkbox'))
  expect(page.calls('POST')).toEqual([])
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Incorrect security question answer'))
  await page.fill(new RegExp(question.replace('?', '\\?')), 'elm')
  await page.solveCaptcha()
  await page.press('Submit')
  await page.findByRole('heading', { name: 'Reset Confirmation' })
  expect(page.location()).toBe('/auth/resetConfirmation?source=impacthq')
  expect(page.getByText('Password Reset was a success! You may now login with your new password.')).toBeTruthy()
  expect(page.getByRole('link', { name: 'Back to ImpactHQ' }).getAttribute('href')).toBe(partnerSite)
  await app.signIn(account.email, NEW)
})

it('RST-03 calls any other failure unknown', async () => {
  const page = await openScreen(`/auth/reset/${await resetCode(await make())}`, refused)
  await page.fill(new RegExp(question.replace('?', '\\?')), 'Elm')
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.solveCaptcha()
  page.failNext('POST', '/api/authentication/reset', 500)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['An unknown error has occured']))
})

async function fillReset(page: OpenScreen, answer = 'Elm') {
  await page.fill(/^What was the house number/, answer)
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.solveCaptcha()
}

it('RST-03 a refused captcha is not reported as an invalid field', async () => {
  const page = await openScreen(`/auth/reset/${await resetCode(await make())}`, refused)
  await fillReset(page)
  const call = page.holdNext('POST', RESET)
  await page.press('Submit')
  await waitFor(() => expect(page.calls('POST', RESET)).toHaveLength(1))
  await consumeCaptcha(app.anonymous, page.calls('POST', RESET)[0]?.body.captchaCode)
  call.release()
  await waitFor(() => expect(page.notices()).toEqual(['Please solve the captcha again.']))
})

it('RST-04 a link that ends while its form is open gives way to the page that says why', async () => {
  const account = await make()
  const page = await openScreen(`/auth/reset/${await resetCode(account)}`, refused)
  await fillReset(page)
  await database
    .updateTable('accountToken')
    .set({ expiresOn: '2020-01-01T00:00:00Z' })
    .where('accountId', '=', account.id)
    .execute()
  await page.press('Submit')
  await page.findByRole('heading', { level: 1, name: 'This link no longer works' })
  expect(page.notices()).toEqual(['An unknown error has occured'])
  expect(page.outline()).toEqual([
    'This link no longer works',
    'It worked for one hour. Ask for a new one.',
    'Ask for a new link | → /auth/forgot',
  ])
  expect(page.title()).toContain('This link no longer works')
})

it('RST-04 the limit of answers per day is explained at the answer', async () => {
  const page = await openScreen(`/auth/reset/${await resetCode(await make())}`, refused)
  await fillReset(page)
  page.failNext('POST', RESET, 429)
  await page.press('Submit')
  const answer = page.getByLabelText(/^What was the house number/)
  await waitFor(() => expect(answer.getAttribute('aria-invalid')).toBe('true'))
  page.getByText('Too many attempts. Please try again tomorrow.')
  expect(page.notices()).toEqual(['An unknown error has occured'])
  // The limit of the network ends sooner.
  await page.solveCaptcha()
  page.failNext('POST', RESET, { status: 429, code: 'too-many-requests', retryAfter: 60 })
  await page.press('Submit')
  await page.findByText('Too many attempts. Please try again later.')
})

it('JWT-02 JWT-03 asks an account that lacks them for question, answer and terms, and for nothing else', async () => {
  const bare = await make()
  await makeBare(bare)
  const page = await openScreen(`/auth/adminReset/${await resetLink(bare, 'impacthq')}`)
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm New Password/, NEW)
  await page.press('Submit')
  await page.findByText('Please accept the terms and conditions.')
  expect(page.calls('POST')).toEqual([])
  expect(page.getAllByRole('link', { name: /Terms and Conditions/ })[0]?.getAttribute('href')).toMatch(/terms/)
  await page.choose(/^Security Questions/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
  await page.user.click(page.getByRole('checkbox'))
  await page.press('Submit')
  await page.findByRole('heading', { name: 'Reset Confirmation' })
  expect(page.notices()).toEqual(['Account Info Saved Successfully!'])
  expect(page.location()).toBe('/auth/resetConfirmation?source=impacthq')
  await app.signIn(bare.email, NEW)

  const whole = await openScreen(`/auth/adminReset/${await resetLink(await make())}`)
  expect(whole.queryByRole('combobox')).toBeNull()
  expect(whole.queryByRole('checkbox')).toBeNull()
})

it('JWT-03 D-HTTP-2 logs a failure, and lets the form be sent again', async () => {
  const page = await openScreen(`/auth/adminReset/${await resetLink(await make())}`, refused)
  await page.fill(new RegExp(question.replace('?', '\\?')), 'Elm')
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm New Password/, NEW)
  page.failNext('POST', '/api/authentication/jwtReset', 500)
  await page.press('Submit')
  await waitFor(() => expect(page.calls('POST')).toMatchObject([{ status: 500 }]))
  await waitFor(() => expect(page.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBeNull())
  // D-HTTP-2: the general notice, and a line in the client's log.
  expect(page.notices()).toEqual(['Uh oh, something went wrong!'])
  expect(page.logged()).toEqual(['A call failed: 500 unexpected'])
  await page.fill(new RegExp(question.replace('?', '\\?')), 'Elm')
  await page.press('Submit')
  await page.findByRole('heading', { name: 'Reset Confirmation' })
})

it("JWT-01 shows the card 'Invalid Token' with a way to the front page", async () => {
  const page = await openScreen('/auth/adminReset/made-up', refused)
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Invalid Token')
  expect(page.words()).toContain('contact your organization administrator for a new link')
  await page.user.click(page.getAllByRole('link', { name: 'Ok' })[0] as HTMLElement)
  await waitFor(() => expect(page.location()).toBe('/'))
})

it('FRC-01 FRC-02 FRC-03 a forced reset asks for what is missing, saves, and goes home', async () => {
  const account = await make({ forcePasswordReset: true })
  await makeBare(account)
  const page = await openScreen('/directory', { as: account })
  expect(page.location()).toBe('/auth/forceReset')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Please Reset Your Password To Continue')
  expect(page.getByLabelText('E-mail')).toMatchObject({ value: account.email, readOnly: true })
  await page.fill(/^Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.press('Submit')
  await page.findByText('Please accept the terms and conditions.')
  await page.choose(/^Security Questions/, 'In what town or city did your parents meet?')
  await page.fill(/^Security Question Answer/, 'Olean')
  await page.user.click(page.getByRole('checkbox', { name: /^I accept the Terms and Conditions/ }))
  await page.press('Submit')
  await waitFor(() => expect(page.location()).toMatch(/^\/(home|directory)$/))
  expect(page.notices()).toEqual(['Account Info Saved Successfully!'])
  const [saved] = page.calls('PUT', '/api/myAccountPortalAccount/')
  expect(saved?.body).toMatchObject({ forcePasswordReset: false, securityQuestion: 'parents-met' })
  await app.signIn(account.email, NEW)
})

it('FRC-02 FRC-03 D-HTTP-2 asks a whole account for its password alone, and logs and survives a failure', async () => {
  const account = await make({ forcePasswordReset: true })
  const page = await openScreen('/auth/forceReset', { as: account, ...refused })
  expect(page.queryByRole('combobox')).toBeNull()
  expect(page.queryByRole('checkbox')).toBeNull()
  await page.fill(/^Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  page.failNext('PUT', '/api/myAccountPortalAccount/', 500)
  await page.press('Submit')
  await waitFor(() => expect(page.calls('PUT')).toMatchObject([{ status: 500 }]))
  await waitFor(() => expect(page.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBeNull())
  expect(page.notices()).toEqual(['Uh oh, something went wrong!'])
  expect(page.logged()).toEqual(['A call failed: 500 unexpected'])
  expect(page.location()).toBe('/auth/forceReset')
  await app.signIn(account.email, PASSWORD)
})

it('RST-02 PWD-01 explains at its field a password that only the server refuses', async () => {
  const account = await make({ lastName: 'Qvarnstrombek' })
  const page = await openScreen(`/auth/reset/${await resetCode(account)}`, refused)
  await page.fill(/^What was the house number/, 'Elm')
  await page.fill(/^New Password/, 'Qvarnstrombek7')
  await page.fill(/^Confirm Password/, 'Qvarnstrombek7')
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please Fix the invalid fields']))
  await page.findByText(/your name/)
})

it('D-INT-1 the buttons that show a password name their field, in Spanish too', async () => {
  const page = await openScreen(`/auth/reset/${await resetCode(await make())}`, { language: 'es' })
  const names = (await page.findAllByRole('button', { name: /^Mostrar: / })).map((button) => button.textContent)
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(2)
  expect(page.queryByRole('button', { name: /visibility/ })).toBeNull()
})

it('FORG-01 prefills the address from the sign-in form, and says what to do next', async () => {
  const page = await openScreen('/')
  await page.fill('Email', 'maria@example.test')
  await page.user.click(await page.findByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(page.location()).toBe('/auth/forgot'))
  expect(((await page.findByLabelText(/^Email/)) as HTMLInputElement).value).toBe('maria@example.test')
  await page.open('/auth/forgotConfirmation?source=ImpactHQ')
  const again = await page.findByRole('link', { name: 'Ask again' })
  expect(again.getAttribute('href')).toContain('/auth/forgot?source=')
})
