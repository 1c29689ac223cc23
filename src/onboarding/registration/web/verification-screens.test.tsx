import { expect, it } from 'vitest'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const RESEND = '/api/organizationRegistration/resendVerification'
const pathOf = (code: string) => `/registration/organizationRegistration/verification/${code}`

/** Somebody who registered. @returns the code in the mailed link */
async function register() {
  const email = `ana-${crypto.randomUUID()}@riverbank.test`
  const answer = await app.anonymous('POST', '/api/organizationRegistration/register/', {
    organizationName: `Riverbank ${crypto.randomUUID()}`,
    firstName: 'Ana',
    lastName: 'Ruiz',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: 'violet kettle morning',
    confirmPassword: 'violet kettle morning',
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(app.anonymous),
  })
  expect(answer.status).toBe(200)
  await app.workJobs()
  return { email, code: /verification\/([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1] ?? '' }
}

it('REG-16 a link that fails is tried again, confirms, and works once', async () => {
  const { code } = await register()
  const page = await openScreen('/registration/complete', refused)
  page.failNext('POST', `/api${pathOf(code).replace('/registration', '')}`, 500)
  await page.open(pathOf(code))
  await page.findByText("I'm not a robot")
  expect(page.outline()).toEqual([
    'We could not confirm your address just now',
    'Nothing is lost. Try again, or have a new link sent.',
    'Try again',
    'Have a new link sent',
    'Email | *',
    '<email "" at most 254>',
    '<checkbox required>',
    "I'm not a robot",
    'Send a new link',
  ])
  await waitFor(() => expect(page.title()).toBe('We could not confirm your address just now · Hearthline'))
  const held = page.holdNext('POST', `/api${pathOf(code).replace('/registration', '')}`)
  await page.press('Try again')
  await page.findByText(/^We are confirming/)
  expect(page.outline()).toEqual(['Confirm your e-mail address', 'We are confirming your address…'])
  held.release()
  await page.findByText('Your e-mail address is confirmed.')
  expect(page.outline()).toEqual([
    'Thank you for registering!',
    'Your e-mail address is confirmed. | Your application is being reviewed by our governance committee. They will tell you when you are approved as a verified community resource.',
  ])
  await page.open(pathOf(code))
  await page.findByText("I'm not a robot")
  expect(page.outline()).toEqual([
    'This link was already used',
    'Your address is probably confirmed already. Try to log in. If that does not work, have a new link sent.',
    'Login | → /',
    'Have a new link sent',
    'Email | *',
    '<email "" at most 254>',
    '<checkbox required>',
    "I'm not a robot",
    'Send a new link',
  ])
})

it('REG-16 an expired link and an unknown one say so, also in Spanish', async () => {
  const { code } = await register()
  await app.database
    .updateTable('accountToken')
    .set({ expiresOn: new Date(Date.now() - 1000).toISOString() })
    .where('codeHash', '=', hashCode(code))
    .execute()
  const page = await openScreen(pathOf(code), refused)
  await page.findByText("I'm not a robot")
  expect(page.outline()).toEqual([
    'This link has expired',
    'A link works for 24 hours. Have a new one sent, and open it soon.',
    'Have a new link sent',
    'Email | *',
    '<email "" at most 254>',
    '<checkbox required>',
    "I'm not a robot",
    'Send a new link',
  ])
  const none = await openScreen(pathOf('no-such-code'), { language: 'es', ...refused })
  await none.findByText('No soy un robot')
  expect(none.outline()).toEqual([
    'No conocemos este enlace',
    'Tal vez falta una parte. Ábralo otra vez desde el correo o pida uno nuevo.',
    'Pedir un enlace nuevo',
    'Correo electrónico | *',
    '<email "" at most 254>',
    '<checkbox required>',
    'No soy un robot',
    'Enviar un enlace nuevo',
  ])
})

it('REG-16 a new link is sent to an address, with the captcha', async () => {
  const { email } = await register()
  const page = await openScreen(pathOf('no-such-code'), refused)
  await page.findByText("I'm not a robot")
  await page.press('Send a new link')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  expect(page.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true')
  await page.fill(/^Email/, email)
  await page.press('Send a new link')
  await waitFor(() => expect(page.notices()).toContain('Please click the reCaptcha checkbox'))
  expect(page.calls('POST', RESEND)).toEqual([])
  await page.solveCaptcha()
  page.failNext('POST', RESEND, 500)
  await page.press('Send a new link')
  await waitFor(() => expect(page.notices()).toContain('An unknown error has occured'))
  await waitFor(() => expect(page.getByRole('checkbox', { name: "I'm not a robot" })).toHaveProperty('checked', false))
  await page.solveCaptcha()
  await page.press('Send a new link')
  await waitFor(() => expect(page.location()).toBe('/registration/complete'))
  await waitFor(() => expect(page.title()).toBe('Registration Complete · Hearthline'))
  expect(page.outline()).toEqual([
    'Registration Complete',
    'A verification email has been sent to the email provided.',
    'Ok | → /',
  ])
  expect(page.calls('POST', RESEND).at(-1)).toMatchObject({
    status: 204,
    body: { email, captchaCode: expect.any(String) },
  })
  await app.workJobs()
  expect(await app.outbox(email)).toHaveLength(2)
})

it('COMP-01 each completion stands in full', async () => {
  const seen: Record<string, string[]> = {}
  for (const query of [
    '',
    '?verificationRequired=true',
    '?verificationRequired=true&confirmationRequired=true',
    '?confirmationRequired=true',
    '?confirmationRequired=false&verificationRequired=false',
    '?verificationRequired=true&source=impacthq',
    '?confirmationRequired=true&source=impacthq',
  ]) {
    const page = await openScreen(`/registration/completion${query}`)
    seen[query] = page.outline()
  }
  expect(Object.entries(seen).map(([query, lines]) => [query, ...lines].join(' / '))).toEqual([
    " / Thank you for registering. Your account has been approved! / Log in today to start managing your organization's profile / Login | → /",
    '?verificationRequired=true / Thank you for registering! / Your application is being reviewed by our governance committee. They will tell you when you are approved as a verified community resource.',
    '?verificationRequired=true&confirmationRequired=true / Thank you for registering! / Your application is being reviewed by our governance committee. They will tell you when you are approved as a verified community resource. | We have sent you an e-mail. Please open its link, so that we know that the address is yours.',
    '?confirmationRequired=true / Thank you for registering! / We have sent you an e-mail. Please open its link, so that we know that the address is yours. | Then you can log in.',
    "?confirmationRequired=false&verificationRequired=false / Thank you for registering. Your account has been approved! / Log in today to start managing your organization's profile / Login | → /",
    '?verificationRequired=true&source=impacthq / Thank you for registering. Your account has been approved! / Login | → https://impacthq.example.org/',
    '?confirmationRequired=true&source=impacthq / Thank you for registering! / We have sent you an e-mail. Please open its link, so that we know that the address is yours. | Then you can log in. / Back to ImpactHQ | → https://impacthq.example.org/',
  ])
})
