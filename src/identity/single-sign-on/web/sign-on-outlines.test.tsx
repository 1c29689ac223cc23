import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { addPerson, CLIENT_ID, CLIENT_SECRET, signInAtProvider, startOpenIdProvider } from '#test/openid-provider.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

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
const plain = (lines: string[]) =>
  lines.map((line) => line.replaceAll(/[\w-]+@example\.test/g, '<email>').replaceAll(peer.issuer, '<issuer>'))

let next = 1
/** Somebody whom the provider knows and the portal does not, in a browser in this language. */
async function openUnknown(language: 'en' | 'es' = 'en') {
  const [subject, email] = [`outline-${next}`, `outline-${next++}@example.test`]
  addPerson(subject, email)
  const page = await openScreen('/legal/terms', { language, ...refused })
  const start = await fetch('/api/singleSignOn/start', { redirect: 'manual' })
  const back = await signInAtProvider(start.headers.get('location') ?? '', subject, PORTAL)
  const answer = await fetch(back, { redirect: 'manual' })
  await page.open(answer.headers.get('location') ?? '')
  await waitFor(() => expect(page.location()).toBe('/auth/signOn/new'))
  return { page, email }
}
/** Asks for a link for this account and opens it in the same browser. */
async function openLink(page: OpenScreen, email: string) {
  await fetch('/api/singleSignOn/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  await app.workJobs()
  const code = /signOn\/confirm\/([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1] ?? ''
  await page.open(`/auth/signOn/confirm/${code}`)
  return `/api/singleSignOn/link/${code}`
}

it('D-AUTH-1 in Spanish the ways to an account, and the link, stand in full', async () => {
  const { account } = await app.someone()
  const { page } = await openUnknown('es')
  expect(plain(page.outline())).toEqual([
    '¿Cuál es su cuenta?',
    'County Login dice que usted es <email>. Ninguna cuenta de aquí está vinculada todavía con ese acceso.',
    'Ya tengo una cuenta aquí',
    'Escriba el correo electrónico de su cuenta. Le enviaremos un enlace que une las dos. Ábralo en este navegador.',
    'Correo electrónico | *',
    '<email "<email>" at most 254>',
    'Enviarme el enlace',
    'Mejor entrar con una contraseña | → /auth/login?with=password',
    'Es mi primera vez aquí',
    'Regístrese primero. Después podrá entrar con County Login.',
    'Regístrese o registre una organización | → /registration/choice',
  ])
  await openLink(page, account.email)
  await page.findByRole('heading', { level: 1 })
  expect(plain(page.outline())).toEqual([
    'Vincule su cuenta',
    'Desde ahora County Login abrirá la cuenta <email> para <email>.',
    'Escriba la contraseña de su cuenta, para que su correo por sí solo no la abra.',
    'Contraseña | *',
    '<password "" at most 1000>',
    'Mostrar: Contraseña',
    'Vincular y entrar',
  ])
})

it('D-AUTH-1 an account without a password proves itself with the mailed link alone', async () => {
  const { account } = await app.someone()
  const { page } = await openUnknown()
  await app.database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
  const path = await openLink(page, account.email)
  expect(plain(page.outline())).toEqual([
    'Link your account',
    'From now on County Login opens the account <email> for <email>.',
    'Link and sign in',
  ])
  await page.press('Link and sign in')
  await waitFor(() => expect(page.calls('POST', path)).toMatchObject([{ body: {}, status: 200 }]))
  await waitFor(() => expect(page.location()).toMatch(/^\/home/))
})

it('D-AUTH-1 an account with an authenticator app and no password proves itself with its code', async () => {
  const { account, call } = await app.someone()
  const { body } = await call('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = Secret.fromBase32(new URL(body.barcode_uri).searchParams.get('secret') ?? '')
  await call('POST', '/api/mfa/verifyOtp', { otp_code: new TOTP({ secret }).generate() })
  const { page } = await openUnknown()
  await app.database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
  const path = await openLink(page, account.email)
  expect(plain(page.outline())).toEqual([
    'Link your account',
    'From now on County Login opens the account <email> for <email>.',
    'Write a code of your authenticator app, or a recovery code, so that your mail alone does not open your account.',
    'Code of your app, or a recovery code | *',
    '<text "" at most 60>',
    'Link and sign in',
  ])
  const field = () => page.getByRole('textbox') as HTMLInputElement
  expect(field().autocomplete).toBe('one-time-code')
  await page.press('Link and sign in')
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
  await page.user.type(field(), '000000')
  await page.press('Link and sign in')
  await waitFor(() => expect(page.notices()).toEqual(['That was not right.']))
  await waitFor(() => expect(field().value).toBe(''))
  await page.user.type(field(), body.recovery_codes[0])
  await page.press('Link and sign in')
  await waitFor(() => expect(page.location()).toMatch(/^\/(home|auth\/reauthenticate)/))
  expect(page.calls('POST', path).map(({ status }) => status)).toEqual([406, 200])
})

it('D-AUTH-1 an account with a passkey alone signs in with it first', async () => {
  const { account } = await app.someone()
  const { page } = await openUnknown()
  await app.database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
  await app.database
    .insertInto('passkey')
    .values({
      accountId: account.id,
      credentialId: 'of-this-account',
      publicKey: Buffer.from('key'),
      name: 'Blue phone',
      isSynced: false,
      transports: sql`'{}'` as never,
    })
    .execute()
  await openLink(page, account.email)
  expect(plain(page.outline())).toEqual([
    'Sign in with your passkey first',
    'Your account opens with a passkey. Sign in with it, then link County Login on your security page.',
    'Login | → /auth/login?with=password',
  ])
})

it('D-AUTH-1 a link in another browser does not work, and leads to the sign-in', async () => {
  const { account } = await app.someone()
  const { page } = await openUnknown()
  await openLink(page, account.email)
  const path = page.location()
  const other = await openScreen(path, refused)
  expect(other.outline()).toEqual([
    'This link does not work here',
    'It works once, for an hour, and only in the browser where you began. Sign in again to get a new one.',
    'Login | → /auth/login',
  ])
})

it('D-AUTH-1 a frozen account and one taken meanwhile are told, and the page of the login stands', async () => {
  const { account } = await app.someone()
  const { page } = await openUnknown()
  const path = await openLink(page, account.email)
  for (const [failure, words] of [
    [
      { status: 403, code: 'account-frozen' },
      'This account is held back. Follow the link in our e-mail to choose a new password.',
    ],
    [{ status: 401, code: 'wrong-code' }, 'That was not right.'],
    [{ status: 400, code: 'invalid-request' }, 'That was not right.'],
  ] as const) {
    page.failNext('POST', path, failure)
    await page.fill(/^Password/, 'some password')
    await page.press('Link and sign in')
    await waitFor(() => expect(page.notices().at(-1)).toBe(words))
    await waitFor(() => expect(page.getByLabelText(/^Password/)).toHaveProperty('value', ''))
  }
  const login = await openScreen('/auth/login?problem=cancelled')
  expect(login.outline()).toEqual([
    'Login',
    'You turned back before County Login signed you in.',
    'Sign in with County Login | → /api/singleSignOn/start',
    'Use a password or a passkey | → /auth/login?with=password',
  ])
})
