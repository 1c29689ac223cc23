import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { endMailedLinks, insertResetToken } from '../server/account-token-queries.ts'
import { signResetLink } from '../server/reset-link.ts'
import { newCode } from '../server/secret-hash.ts'

const app = await startTestApp()
const { database, config } = app
const openScreen = screensOf(app)
const NEW = 'violet kettle morning 47'
const refused = { expectedErrors: [/^A call failed: /] }
const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>'))

type Account = Awaited<ReturnType<typeof app.someone>>['account']
const make = async (given: Parameters<typeof app.someone>[0] = {}) => (await app.someone(given)).account
const makeBare = (account: Account) =>
  database
    .updateTable('account')
    .set({ securityQuestion: null, securityAnswerHash: null, acceptedTermsAndConditions: false })
    .where('id', '=', account.id)
    .execute()
async function tokenOf(account: Account, purpose: 'reset-password' | 'admin-reset') {
  const given = { hours: 1, source: null, code: newCode() }
  await insertResetToken(database, { ...given, accountId: account.id, purpose })
  return purpose === 'admin-reset' ? signResetLink(config, account, given) : given.code
}
const endTokens = (account: Account, given: { usedOn: string } | { expiresOn: string }) =>
  database.updateTable('accountToken').set(given).where('accountId', '=', account.id).execute()
const before = new Date(Date.now() - 1000).toISOString()

it('FORG-01 FORG-02 asking for a link stands in full, and what follows it', async () => {
  const page = await openScreen('/auth/forgot', refused)
  await page.findByText("I'm not a robot")
  await waitFor(() => expect(page.title()).toBe('Forgot Password · Hearthline'))
  expect(page.outline()).toEqual([
    'Forgot Password',
    'Write the e-mail address of your account. We send a link to it that lets you choose a new password.',
    'Email | *',
    '<email "" at most 254>',
    '<checkbox required>',
    "I'm not a robot",
    'Cancel | → /',
    'Submit',
  ])
  await page.press('Submit')
  await waitFor(() => expect(page.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true'))
  await page.fill(/^Email/, 'nobody@example.test')
  await page.solveCaptcha()
  page.failNext('POST', '/api/authentication/forgot', 500)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Oops something went wrong'))
  await waitFor(() => expect(page.getByRole('checkbox', { name: "I'm not a robot" })).toHaveProperty('checked', false))
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.title()).toBe('Check Your Email · Hearthline'))
  expect(page.location()).toEqual('/auth/forgotConfirmation')
  expect(page.outline()).toEqual([
    'Check Your Email',
    'An email with instructions has been sent to the email provided.',
    'Not there after a few minutes? Look in the spam folder, and check that the address is the one of your account. | Ask again | → /auth/forgot',
    'Ok | → /',
  ])
  expect(page.calls('POST').at(-1)?.query).toEqual({})
  await page.open('/auth/resetConfirmation')
  await waitFor(() => expect(page.title()).toBe('Reset Confirmation · Hearthline'))
  expect(page.outline()).toEqual([
    'Reset Confirmation',
    'Password Reset was a success! You may now login with your new password.',
    'Login | → /',
  ])
  const spanish = await openScreen('/auth/forgot?source=impacthq', { language: 'es', ...refused })
  await spanish.findByText('No soy un robot')
  expect(spanish.outline()).toEqual([
    'Olvidé mi contraseña',
    'Escriba el correo electrónico de su cuenta. Le enviaremos un enlace para elegir una contraseña nueva.',
    'Correo electrónico | *',
    '<email "" at most 254>',
    '<checkbox required>',
    'No soy un robot',
    'Cancelar | → https://impacthq.example.org/',
    'Enviar',
  ])
})

it('RST-01 RST-02 the question of a link stands in full, and its wrong answer at its field', async () => {
  const page = await openScreen(`/auth/reset/${await tokenOf(await make(), 'reset-password')}`, refused)
  await page.findByText("I'm not a robot")
  await waitFor(() => expect(page.title()).toBe('Reset Password · Hearthline'))
  expect(page.outline()).toEqual([
    'Reset Password',
    'What was the house number and street name you lived in as a child? | *',
    '<text "" at most 200>',
    'New Password | *',
    '<password "" at most 128>',
    'Show New Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    '<checkbox required>',
    "I'm not a robot",
    'Submit',
  ])
  await page.fill(/^What was the house/, 'Oak')
  await page.fill(/^New Password/, 'password1')
  await page.fill(/^Confirm Password/, 'password1')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please Fix the invalid fields']))
  await page.findByText(/guessed first/)
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.solveCaptcha()
  await page.press('Submit')
  await page.findByText('Incorrect security question answer', { selector: 'p' })
  await page.findByText("I'm not a robot")
  expect(page.outline()).toEqual([
    'Reset Password',
    'What was the house number and street name you lived in as a child? | *',
    '<text "Oak" at most 200>',
    'Incorrect security question answer',
    'New Password | *',
    '<password "violet kettle morning 47" at most 128>',
    'Show New Password',
    'Confirm Password | *',
    '<password "violet kettle morning 47" at most 128>',
    'Show Confirm Password',
    '<checkbox required>',
    "I'm not a robot",
    'Submit',
  ])
})

it('RST-01 JWT-01 a link that was used, expired, or replaced says so and leads to another', async () => {
  const said: string[] = []
  const tell = async (path: string) => {
    const page = await openScreen(path, refused)
    said.push(page.outline().join(' / '))
  }
  for (const purpose of ['reset-password', 'admin-reset'] as const) {
    const kind = purpose === 'admin-reset' ? 'adminReset' : 'reset'
    const used = await make()
    const ofUsed = await tokenOf(used, purpose)
    await endTokens(used, { usedOn: before })
    await tell(`/auth/${kind}/${ofUsed}`)
    const expired = await make()
    const ofExpired = await tokenOf(expired, purpose)
    await endTokens(expired, { expiresOn: before })
    await tell(`/auth/${kind}/${ofExpired}`)
    const replaced = await make()
    const former = await tokenOf(replaced, purpose)
    await endMailedLinks(database, replaced.id)
    await tell(`/auth/${kind}/${former}`)
    const latter = await tokenOf(replaced, purpose)
    await endMailedLinks(database, replaced.id, expired.id)
    await tell(`/auth/${kind}/${latter}`)
    await tell(`/auth/${kind}/made-up?source=impacthq`)
  }
  expect(said).toEqual([
    'This link no longer works / It was used already, or the answer was wrong too often. Ask for a new one. / Ask for a new link | → /auth/forgot',
    'This link no longer works / It worked for one hour. Ask for a new one. / Ask for a new link | → /auth/forgot',
    'This link no longer works / You asked for a newer one, or your password was changed since. Use the link in the latest message, or ask for a new one. / Ask for a new link | → /auth/forgot',
    'This link no longer works / It was withdrawn. Ask for a new one. / Ask for a new link | → /auth/forgot',
    'This link no longer works / Check that the whole address was copied, or ask for a new link. / Ask for a new link | → /auth/forgot?source=impacthq',
    'Invalid Token / This link was used already. If you did not use it yourself, please contact your organization administrator for a new link at once. / Ok | → /',
    'Invalid Token / This link has expired. Please contact your organization administrator for a new link. / Ok | → /',
    'Invalid Token / A newer link was sent, or the password was changed since. Use the link in the latest message, or contact your organization administrator for a new link. / Ok | → /',
    'Invalid Token / This link was withdrawn. Please contact your organization administrator for a new link. / Ok | → /',
    'Invalid Token / This link was used or has expired. Please contact your organization administrator for a new link. / Ok | → /',
  ])
})

it('JWT-01 JWT-02 the link of an admin asks for the proof that the account has, and for what it lacks', async () => {
  const whole = await openScreen(`/auth/adminReset/${await tokenOf(await make(), 'admin-reset')}`)
  await waitFor(() => expect(whole.title()).toBe('Set Your Password · Hearthline'))
  expect(whole.outline()).toEqual([
    'Set Your Password',
    'What was the house number and street name you lived in as a child? | *',
    '<text "" at most 200>',
    'New Password | *',
    '<password "" at most 128>',
    'Show New Password',
    'Confirm New Password | *',
    '<password "" at most 128>',
    'Show Confirm New Password',
    'Submit',
  ])
  const bare = await make()
  await makeBare(bare)
  const page = await openScreen(`/auth/adminReset/${await tokenOf(bare, 'admin-reset')}`)
  expect(page.outline()).toEqual([
    'Set Your Password',
    'New Password | *',
    '<password "" at most 128>',
    'Show New Password',
    'Confirm New Password | *',
    '<password "" at most 128>',
    'Show Confirm New Password',
    'Security Questions*',
    '<text Choose… "">',
    'Security Question Answer | *',
    '<text "" at most 200>',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    'Submit',
  ])
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm New Password/, 'other')
  await page.press('Submit')
  await page.findByText('Password does not match')
  expect(page.outline()).toEqual([
    'Set Your Password',
    'New Password | *',
    '<password "violet kettle morning 47" at most 128>',
    'Show New Password',
    'Confirm New Password | *',
    '<password "other" at most 128>',
    'Show Confirm New Password',
    'Password does not match',
    'Security Questions*',
    '<text Choose… "">',
    'This is needed.',
    'Security Question Answer | *',
    '<text "" at most 200>',
    'This is needed.',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    'Please accept the terms and conditions.',
    'Submit',
  ])
  await page.fill(/^Security Question Answer/, 'ab')
  await page.press('Submit')
  await page.findByText('Give an answer of at least 3 characters.')
})

it('JWT-03 SEC-08 a code of the app proves as well, and a wrong proof is told and cleared', async () => {
  const { account, call } = await app.someone()
  const { body } = await call('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = Secret.fromBase32(new URL(body.barcode_uri).searchParams.get('secret') ?? '')
  await call('POST', '/api/mfa/verifyOtp', { otp_code: new TOTP({ secret }).generate() })
  const page = await openScreen(`/auth/adminReset/${await tokenOf(account, 'admin-reset')}`, refused)
  expect(page.outline()).toEqual([
    'Set Your Password',
    'What was the house number and street name you lived in as a child? | *',
    '<text "" at most 200>',
    'Use a code of your app, or a recovery code',
    'New Password | *',
    '<password "" at most 128>',
    'Show New Password',
    'Confirm New Password | *',
    '<password "" at most 128>',
    'Show Confirm New Password',
    'Submit',
  ])
  await page.press('Submit')
  await waitFor(() => expect(page.getByLabelText(/^What was the house/).getAttribute('aria-invalid')).toBe('true'))
  await page.fill(/^New Password/, NEW)
  await page.fill(/^Confirm New Password/, NEW)
  await page.fill(/^What was the house/, 'Oak')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Incorrect security question answer']))
  await waitFor(() => expect(page.getByLabelText(/^What was the house/)).toHaveProperty('value', ''))
  await page.press('Use a code of your app, or a recovery code')
  expect(page.outline()).toEqual([
    'Set Your Password',
    'Code of your app, or a recovery code | *',
    '<text "" at most 60>',
    'Answer your security question',
    'New Password | *',
    '<password "violet kettle morning 47" at most 128>',
    'Show New Password',
    'Confirm New Password | *',
    '<password "violet kettle morning 47" at most 128>',
    'Show Confirm New Password',
    'Submit',
  ])
  const field = () => page.getAllByRole('textbox')[0] as HTMLInputElement
  await page.user.type(field(), '000000')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('This code is not correct.'))
  await waitFor(() => expect(field().value).toBe(''))
  page.failNext('POST', '/api/authentication/jwtReset', { status: 429, code: 'too-many-requests' })
  await page.user.type(field(), '000000')
  await page.press('Submit')
  await waitFor(() =>
    expect(page.notices()).toContain('Too many attempts. Please try again tomorrow, or use a code of your app.'),
  )
  page.failNext('POST', '/api/authentication/jwtReset', { status: 429, code: 'too-many-requests', retryAfter: 60 })
  await page.user.type(field(), '000000')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Too many attempts. Please try again later.'))
  await page.press('Answer your security question')
  await page.findByLabelText(/^What was the house/)
  await page.press('Use a code of your app, or a recovery code')
  await waitFor(() => expect(field().value).toBe(''))
  await page.user.type(field(), body.recovery_codes[0])
  await page.press('Submit')
  await page.findByRole('heading', { name: 'Reset Confirmation' })
  expect(Object.keys(page.calls('POST').at(-1)?.body ?? {}).sort()).toEqual([
    'acceptedTermsAndConditions',
    'confirmPassword',
    'factorCode',
    'password',
    'resetToken',
  ])
  expect(page.location()).toEqual('/auth/resetConfirmation')
})

it('FRC-01 FRC-02 the forced reset stands in full, also in Spanish, and the password may not be the own name', async () => {
  const account = await make({ forcePasswordReset: true, lastName: 'Qvarnstrombek' })
  const page = await openScreen('/auth/forceReset', { as: account, ...refused })
  await waitFor(() => expect(page.title()).toBe('Please Reset Your Password To Continue · Hearthline'))
  expect(plain(page.outline())).toEqual([
    'Please Reset Your Password To Continue',
    'Choose a password that you have not used here before.',
    'E-mail',
    '<text "<email>">',
    'Password | *',
    'Three or four words that do not belong together work well.',
    '<password "" at most 128>',
    'Show Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Log out | → /auth/logout',
    'Submit',
  ])
  await page.fill(/^Password/, 'Qvarnstrombek7')
  await page.fill(/^Confirm Password/, 'Qvarnstrombek7')
  await page.press('Submit')
  await page.findByText(/your name/)
  expect(page.calls('PUT')).toEqual([])
  await makeBare(account)
  const spanish = await openScreen('/auth/forceReset', { as: account, language: 'es' })
  expect(plain(spanish.outline())).toEqual([
    'Restablezca su contraseña para continuar',
    'Elija una contraseña que no haya usado aquí.',
    'Correo electrónico',
    '<text "<email>">',
    'Contraseña | *',
    'Tres o cuatro palabras que no van juntas funcionan bien.',
    '<password "" at most 128>',
    'Mostrar: Contraseña',
    'Confirme la contraseña | *',
    '<password "" at most 128>',
    'Mostrar: Confirme la contraseña',
    'Preguntas de seguridad*',
    '<text Elija… "">',
    'Respuesta a la pregunta de seguridad | *',
    '<text "" at most 200>',
    '<checkbox>',
    'Acepto los | Términos y condiciones | → /legal/terms.pdf',
    'Cerrar sesión | → /auth/logout',
    'Enviar',
  ])
  const own = await openScreen('/auth/forceReset', { as: await make() })
  expect(plain(own.outline())).toEqual([
    'Please Reset Your Password To Continue',
    'Choose a password that you have not used here before.',
    'E-mail',
    '<text "<email>">',
    'Current Password | *',
    '<password "" at most 1000>',
    'Show Current Password',
    'Password | *',
    'Three or four words that do not belong together work well.',
    '<password "" at most 128>',
    'Show Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Log out | → /auth/logout',
    'Submit',
  ])
})

it('SEC-03 too many wrong passwords are told at the field, and signing out is offered', async () => {
  const page = await openScreen('/auth/reauthenticate', { as: await make(), ...refused })
  page.failNext('POST', '/api/authentication/reauthenticate', 429)
  await page.fill(/^Password/, 'wrong')
  await page.press('Continue')
  const text = 'Too many wrong tries. Please wait a quarter of an hour, or sign out and sign in again.'
  await waitFor(() => expect(page.notices()).toEqual([text]))
  expect(page.getByText(text, { selector: 'p' })).toBeTruthy()
  expect(page.getByLabelText(/^Password/)).toHaveProperty('value', '')
})

it('OUT-01 signing out stands in full, and a failure too', async () => {
  const account = await make()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  page.failNext('POST', '/api/authentication/logout', 500)
  await page.open('/auth/logout')
  expect(page.outline()).toEqual([
    'You are still signed in',
    'Your session could not be ended. On a shared computer, do not leave before it is.',
    'Try to log out again',
  ])
  await page.press('Try to log out again')
  await page.findByText('You Have Successfully Logged Out')
  expect(page.outline()).toEqual(['You Have Successfully Logged Out', 'Ok | → /'])
  await waitFor(() => expect(page.title()).toBe('You Have Successfully Logged Out · Hearthline'))
})
