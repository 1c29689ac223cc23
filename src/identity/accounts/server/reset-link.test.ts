import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import type { AccountRow } from '../account.ts'
import { insertResetToken } from './account-token-queries.ts'
import { signResetLink } from './reset-link.ts'
import { newCode } from './secret-hash.ts'

const product = await startTestApp()
const { database, config } = product
const organization = await makeOrganization(database)
const NEW = 'violet kettle morning 47'

const open = (token: string) => product.anonymous('GET', `/api/authentication/jwtReset/getAccount/${token}`)
const reset = (resetToken: string, more: object = {}) =>
  product.anonymous('POST', '/api/authentication/jwtReset', {
    resetToken,
    password: NEW,
    securityQuestionAnswer: 'Elm',
    ...more,
  })
const decoded = (token: string) => Buffer.from(token, 'base64url').toString()
/** An administrator's link, without its mail. */
async function issue(account: AccountRow, hours = 1) {
  const code = newCode()
  const given = { hours, source: 'impacthq', code }
  await insertResetToken(database, { ...given, accountId: account.id, purpose: 'admin-reset' })
  return signResetLink(config, account, given)
}
const make = async (bare = false) => {
  const account = await makeAccount(database, { organizationId: organization.id })
  if (bare)
    await database
      .updateTable('account')
      .set({ securityQuestion: null, securityAnswerHash: null, acceptedTermsAndConditions: false })
      .where('id', '=', account.id)
      .execute()
  return { ...account, token: await issue(account) }
}

it('JWT-01 says what the account behind a link still lacks', async () => {
  expect(await open((await make()).token)).toMatchObject({
    status: 200,
    body: {
      source: 'impacthq',
      hasSecurityQuestions: true,
      acceptedTermsAndConditions: true,
      askedQuestion: 'childhood-street',
      takesCode: false,
    },
  })
  expect((await open((await make(true)).token)).body).toMatchObject({
    hasSecurityQuestions: false,
    acceptedTermsAndConditions: false,
  })
})

it("JWT-01 answers 'Invalid token' to whatever is none", async () => {
  const { token } = await make()
  const jwt = decoded(token)
  for (const bad of ['x', 'a.b.c', `${jwt.slice(0, -3)}AAA`, Buffer.from('{}').toString('base64'), '%00'])
    expect(await open(bad)).toMatchObject({ status: 400, body: { message: 'Invalid token' } })
})

it('JWT-03 sets the password with the token as it was decoded from the address', async () => {
  const { token, email } = await make()
  const me = await product.signIn(email, PASSWORD)
  expect((await reset(decoded(token), { forcePasswordReset: false })).status).toBe(204)
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
  expect((await product.anonymous('POST', '/api/authentication/login', { email, password: NEW })).status).toBe(200)
})

it('JWT-02 demands question, answer and terms from an account without them', async () => {
  const { token } = await make(true)
  const refused = await reset(decoded(token), { securityQuestionAnswer: undefined })
  expect(refused.status).toBe(400)
  expect(refused.body.errors.map((e: { path: string }) => e.path)).toEqual([
    'securityQuestion',
    'securityQuestionAnswer',
    'acceptedTermsAndConditions',
  ])
  const parts = { securityQuestion: 'parents-met', securityQuestionAnswer: 'Olean', acceptedTermsAndConditions: true }
  expect((await reset(decoded(token), parts)).status).toBe(204)
})

it('JWT-04 takes a link once, also when it is used twice at the same moment', async () => {
  const { token } = await make()
  const answers = await Promise.all([reset(decoded(token)), reset(decoded(token), { password: `${NEW} b` })])
  expect(answers.map((a) => a.status).toSorted()).not.toEqual([204, 204])
  expect(answers.some((a) => a.status === 204)).toBe(true)
  expect((await reset(decoded(token), { password: `${NEW} c` })).body.message).toBe('Invalid token')
})

it('JWT-04 refuses a link whose time is over, or that was signed another way', async () => {
  const account = await make()
  expect(await open(await issue(account, -1))).toMatchObject({ status: 400, body: { reason: 'expired' } })
  const claims = new SignJWT({ k: 'x' }).setSubject(account.id).setExpirationTime('1h')
  const raw = await claims.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(config.secretKeys[0]))
  expect((await open(raw)).status).toBe(400)
  const [, payload] = decoded(account.token).split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  expect((await open(none)).status).toBe(400)
})

it('JWT-04 lets admins send a link to members of their own organization, platform admins to everybody', async () => {
  const other = await makeOrganization(database)
  const member = await make()
  const asked = (by: Awaited<ReturnType<typeof product.signIn>>) =>
    by('POST', `/api/portalAccount/${member.id}/resetLink`)
  const as = async (
    role: 'organization-admin' | 'organization-staff' | 'platform-admin',
    organizationId: string | null,
  ) => product.signIn((await makeAccount(database, { roles: [role], organizationId })).email, PASSWORD)
  expect((await asked(await as('organization-staff', organization.id))).status).toBe(403)
  expect((await asked(await as('organization-admin', other.id))).status).toBe(404)
  expect((await asked(await as('organization-admin', organization.id))).status).toBe(204)
  expect((await asked(await as('platform-admin', null))).status).toBe(204)
  await product.workJobs()
  const mails = (await product.outbox(member.email)).filter((mail) => mail.text.includes('/auth/adminReset/'))
  expect(mails).toHaveLength(2)
  const token = /\/auth\/adminReset\/(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  expect((await open(token)).status).toBe(200)
})

it('JWT-04 gives an account without a security question this link when its password is forgotten', async () => {
  const { email } = await make(true)
  const { solveCaptcha } = await import('#test/captcha.ts')
  const captchaCode = await solveCaptcha(product.anonymous)
  await product.anonymous('POST', '/api/authentication/forgot', { email, captchaCode })
  await product.workJobs()
  expect((await product.outbox(email))[0]?.text).toMatch(/\/auth\/adminReset\//)
})

it('JWT-01 JWT-04 says why a link is not valid: used, expired, withdrawn, replaced; not for a forged one', async () => {
  const admin = await product.signIn(
    (await makeAccount(database, { roles: ['organization-admin'], organizationId: organization.id })).email,
    PASSWORD,
  )
  const account = await makeAccount(database, { organizationId: organization.id })
  const send = async () => {
    expect((await admin('POST', `/api/portalAccount/${account.id}/resetLink`)).status).toBe(204)
    await product.workJobs()
    const texts = (await product.outbox(account.email)).map((mail) => /\/auth\/adminReset\/(\S+)/.exec(mail.text)?.[1])
    return texts.find(Boolean) ?? ''
  }
  const links = async () => (await admin('GET', `/api/portalAccount/${account.id}/link`)).body.items
  const first = await send()
  const second = await send()
  expect((await open(first)).body).toMatchObject({ message: 'Invalid token', reason: 'replaced' })
  expect((await links()).map((link: { state: string }) => link.state)).toEqual(['pending', 'replaced'])
  const [pending] = await links()
  expect((await admin('DELETE', `/api/portalAccount/${account.id}/link/${pending.id}`)).status).toBe(204)
  expect((await open(second)).body).toMatchObject({ message: 'Invalid token', reason: 'withdrawn' })
  expect((await reset(decoded(second))).body.reason).toBe('withdrawn')
  const third = await send()
  expect((await reset(decoded(third))).status).toBe(204)
  expect((await open(third)).body.reason).toBe('used')
  expect((await links()).map((link: { state: string }) => link.state)).toEqual(['used', 'withdrawn', 'replaced'])
  expect((await admin('DELETE', `/api/portalAccount/${account.id}/link/${(await links())[0].id}`)).status).toBe(410)
  const fourth = await send()
  await database
    .updateTable('accountToken')
    .set({ expiresOn: '2020-01-01T00:00:00Z' })
    .where('usedOn', 'is', null)
    .execute()
  expect((await open(fourth)).body.reason).toBe('expired')
  expect((await links())[0]).toMatchObject({ kind: 'resetLink', state: 'expired', sentByName: 'Dana Tester' })
  expect((await open('x')).body.reason).toBe('unknown')
})

it('F-15 an administrator’s link alone sets no password: it asks for the security answer, five times', async () => {
  const { token, email } = await make()
  const without = await reset(decoded(token), { securityQuestionAnswer: undefined })
  expect([without.status, without.body.errors?.[0]?.path]).toEqual([400, 'securityQuestionAnswer'])
  const wrong = await Promise.all(
    Array.from({ length: 10 }, (_, n) => reset(decoded(token), { securityQuestionAnswer: `wrong ${n}` })),
  )
  expect(wrong.filter(({ body }) => body.code === 'wrong-answer')).toHaveLength(5)
  expect(wrong.filter(({ status }) => status === 410)).toHaveLength(5)
  expect((await reset(decoded(token))).status).toBe(410)
  expect((await product.anonymous('POST', '/api/authentication/login', { email, password: PASSWORD })).status).toBe(200)
})

it('F-15 an administrator’s link takes a recovery code in place of the answer, once', async () => {
  const { token, id, email } = await make()
  const call = await product.signIn(email, PASSWORD)
  const { body } = await call('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const { Secret, TOTP } = await import('otpauth')
  const secret = Secret.fromBase32(new URL(body.barcode_uri).searchParams.get('secret') ?? '')
  await call('POST', '/api/mfa/verifyOtp', { otp_code: new TOTP({ secret }).generate() })
  expect((await open(token)).body).toMatchObject({ takesCode: true })
  const byCode = (factorCode: string, to = token) =>
    reset(decoded(to), { securityQuestionAnswer: undefined, factorCode })
  expect(await byCode('0000-0000')).toMatchObject({ status: 406, body: { code: 'wrong-code' } })
  expect((await byCode(body.recovery_codes[0])).status).toBe(204)
  const account = await database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const again = await issue(account)
  const once = await reset(decoded(again), {
    securityQuestionAnswer: undefined,
    password: `${NEW} b`,
    factorCode: body.recovery_codes[0],
  })
  expect(once.status).toBe(406)
})
