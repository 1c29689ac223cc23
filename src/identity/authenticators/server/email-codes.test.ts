import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)
const NEW = 'violet kettle morning 47'
const refused = { status: 403, body: { code: 'email-code-refused' } }

// A test that fails on the way leaves no rule to the next one.
afterEach(async () => {
  await database.deleteFrom('roleSetting').execute()
  await database.updateTable('organization').set({ refuseEmailCodes: false }).execute()
})

async function follow(call: Caller, path: string, body: unknown) {
  const answer = await call('POST', path, body)
  const cookie = [answer.headers['set-cookie'] ?? []].flat().find((one) => !/=;/.test(one))
  return { ...answer, call: cookie ? product.withCookie(cookie.split(';')[0] ?? '') : call }
}
const enter = (email: string, password = PASSWORD) =>
  follow(product.anonymous, '/api/authentication/login', { email, password })
const requestByMail = (call: Caller, accountId: string) =>
  call('POST', '/api/mfa/challenge', { authenticatorId: accountId })
const mailedCode = async (email: string) => {
  await product.workJobs()
  return /\b(\d{6})\b/.exec((await product.outbox(email))[0]?.text ?? '')?.[1] ?? ''
}
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const emailIsAccepted = async (call: Caller) =>
  (await call('GET', '/api/mfa/')).body.find((a: { oob_channel: string }) => a.oob_channel === 'email').isAccepted

async function makePerson(roles: NonNullable<Parameters<typeof makeAccount>[1]>['roles'] = ['organization-staff']) {
  const account = await makeAccount(database, { organizationId: organization.id, roles })
  const call = await product.signIn(account.email, PASSWORD)
  const { body } = await call('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = new URL(body.barcode_uri).searchParams.get('secret') ?? ''
  expect((await call('POST', '/api/mfa/verifyOtp', { otp_code: codeOf(secret) })).status).toBe(204)
  await database.updateTable('authenticator').set({ lastStep: null }).where('accountId', '=', account.id).execute()
  return { account, call, secret, recoveryCodes: body.recovery_codes as string[] }
}
async function resetByMail(email: string) {
  await product.anonymous('POST', '/api/authentication/forgot', {
    email,
    captchaCode: await solveCaptcha(product.anonymous),
  })
  await product.workJobs()
  const mail = (await product.outbox(email)).find(({ text }) => text.includes('/auth/reset/'))
  return product.anonymous('POST', '/api/authentication/reset', {
    resetToken: /auth\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1],
    securityQuestionAnswer: 'Elm',
    password: NEW,
    captchaCode: await solveCaptcha(product.anonymous),
  })
}

it('F-15 roles of the platform and of support take no code by e-mail once an app is enrolled', async () => {
  for (const role of ['platform-admin', 'developer', 'support-agent'] as const) {
    const { account, secret } = await makePerson([role])
    const half = await enter(account.email)
    expect(half.body.mfaRequired).toBe(true)
    expect(await emailIsAccepted(half.call)).toBe(false)
    expect(await requestByMail(half.call, account.id)).toMatchObject(refused)
    expect((await half.call('POST', '/api/mfa/verifyOtp', { otp_code: codeOf(secret) })).status).toBe(204)
  }
})

it('F-15 an organization says so for its people, and a code that was mailed before is refused too', async () => {
  const { account, recoveryCodes } = await makePerson()
  const admin = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
  const asAdmin = await product.signIn(admin.email, PASSWORD)
  const half = await enter(account.email)
  expect(await emailIsAccepted(half.call)).toBe(true)
  const { oob_code } = (await requestByMail(half.call, account.id)).body
  const otp_code = await mailedCode(account.email)

  const path = '/api/organization/current/requireMfa'
  expect((await asAdmin('PUT', path, {})).status).toBe(400)
  const set = await asAdmin('PUT', path, { refuseEmailCodes: true })
  expect(set.body).toEqual({ refuseEmailCodes: true, requireMfa: false })
  expect(await half.call('POST', '/api/mfa/verifyOob', { otp_code, oob_code })).toMatchObject(refused)
  expect(await requestByMail(half.call, account.id)).toMatchObject(refused)
  const recovery = { recovery_code: recoveryCodes[0] }
  expect((await half.call('POST', '/api/mfa/verifyRecovery', recovery)).status).toBe(204)
})

it('F-15 who has enrolled nothing is still sent a code where a second factor is required', async () => {
  const { id, email } = await makeAccount(database, { roles: ['support-agent'] })
  await database.insertInto('roleSetting').values({ role: 'support-agent', requireMfa: true }).execute()
  const half = await enter(email)
  const { oob_code } = (await requestByMail(half.call, id)).body
  const otp_code = await mailedCode(email)
  expect((await half.call('POST', '/api/mfa/verifyOob', { otp_code, oob_code })).status).toBe(204)
})

it('F-15 a mailed reset of the password does not get around an enrolled app, whatever the rules say', async () => {
  const { account, secret } = await makePerson()
  expect((await resetByMail(account.email)).status).toBe(204)
  const half = await enter(account.email, NEW)
  expect(half.body.mfaRequired).toBe(true)
  expect(await requestByMail(half.call, account.id)).toMatchObject(refused)
  const whole = await follow(half.call, '/api/mfa/verifyOtp', { otp_code: codeOf(secret) })
  expect(whole.status).toBe(204)
  // The owner has used the app: from now on only the rules decide.
  expect(await emailIsAccepted(whole.call)).toBe(true)
})

it('F-15 nor around a passkey, with which a password alone is enough otherwise', async () => {
  const account = await makeAccount(database)
  await database
    .insertInto('passkey')
    .values({
      accountId: account.id,
      credentialId: 'k',
      publicKey: Buffer.from('k'),
      name: 'Key',
      transports: [],
      counter: 0,
      isSynced: false,
    })
    .execute()
  expect((await enter(account.email)).body.mfaRequired).toBe(false)
  await resetByMail(account.email)
  const half = await enter(account.email, NEW)
  expect(half.body.mfaRequired).toBe(true)
  expect(await requestByMail(half.call, account.id)).toMatchObject(refused)
})
