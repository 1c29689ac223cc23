import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { overtaken } from '#test/overtaken.ts'
import { codeSentTo } from '#test/sent-code.ts'

const product = await startTestApp({
  SECRET_KEYS: 'a-key-that-is-newer-and-long-enough-1,an-old-key-that-is-long-enough-22',
})
const { database } = product
const PHONE = '+17165550142'
const LOGIN = '/api/auth/login/fallback'

const secretOf = (barcodeUri: string) => new URL(barcodeUri).searchParams.get('secret') ?? ''
/** The code of a time step, relative to the current one. */
const codeAt = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })
const forgetSteps = (accountId: string) =>
  database.updateTable('authenticator').set({ lastStep: null }).where('accountId', '=', accountId).execute()
const age = (accountId: string, minutes: number) =>
  sql`update session set authenticated_on = now() - ${sql.raw(`interval '${minutes} minutes'`)} where account_id = ${accountId}`.execute(
    database,
  )
const twenty = <Answer>(act: () => Promise<Answer>) => Promise.all(Array.from({ length: 20 }, act))
/** Makes a call, and returns the response and a caller with the cookie that it set. */
async function follow(me: Caller, path: string, body: unknown) {
  const answer = await me('POST', path, body)
  const cookie = [answer.headers['set-cookie'] ?? []].flat().find((c) => !/=;/.test(c))
  return { ...answer, me: cookie ? product.withCookie(cookie.split(';')[0] ?? '') : me }
}
async function lastMessage(to: string) {
  await product.workJobs()
  return (await product.outbox(to))[0]
}
const sentCode = async (to: string) => /\b(\d{6})\b/.exec((await lastMessage(to))?.text ?? '')?.[1] ?? ''
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function makePerson(given: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(database, given)
  return { account, me: await product.signIn(account.email, PASSWORD) }
}
async function enrollApp(me: Caller) {
  const { body } = await me('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = secretOf(body.barcode_uri)
  const code = codeAt(secret)
  expect((await me('POST', '/api/mfa/verifyOtp', { otp_code: code })).status).toBe(204)
  return { ...body, secret, code } as { id: string; secret: string; code: string; recovery_codes: string[] }
}
async function enrollPhone(me: Caller, phone = PHONE, channel: 'sms' | 'voice' = 'sms') {
  const { body } = await me('POST', '/api/mfa/', {
    authenticator_type: 'oob',
    oob_channel: channel,
    phone_number: phone,
  })
  const otp_code = (await codeSentTo(product, phone)).digits
  expect((await me('POST', '/api/mfa/verifyOob', { otp_code, oob_code: body.oob_code })).status).toBe(204)
  return body as { id: string; recovery_codes: string[] }
}
const enterHalf = async (email: string) => {
  const entered = await follow(product.anonymous, LOGIN, { email, password: PASSWORD })
  expect(entered.body.mfaRequired).toBe(true)
  return entered.me
}
/** Ten half-open sessions, one after the other: signing in has its own counter. */
async function enterTen(email: string) {
  const halves: Caller[] = []
  for (let n = 0; n < 10; n++) halves.push(await enterHalf(email))
  return [...halves, ...halves]
}
const isIn = async (me: Caller) => (await me('GET', '/api/userPreference')).status === 200

describe('enrolling', () => {
  it('SEC-03 D-MFA-1 lists the e-mail authenticator of every account, and nothing else at first', async () => {
    const { me, account } = await makePerson()
    expect((await me('GET', '/api/mfa/')).body).toEqual([
      {
        id: account.id,
        active: true,
        authenticator_type: 'oob',
        oob_channel: 'email',
        name: expect.stringMatching(/^p•••@example\.test$/),
        isAccepted: true,
        enrolledOn: null,
        lastUsedOn: null,
      },
    ])
    expect(await me('DELETE', `/api/mfa/${account.id}`)).toMatchObject({
      status: 409,
      body: { code: 'email-authenticator-stays' },
    })
  })

  it('ACC-03 SEC-06 SEC-07 enrolls an app: barcode, 406 for a wrong code, ten recovery codes of 120 bits the first time', async () => {
    const { me, account } = await makePerson()
    const { status, body } = await me('POST', '/api/mfa/', { authenticator_type: 'otp' })
    expect(status).toBe(200)
    expect(body.barcode_uri).toMatch(/^otpauth:\/\/totp\/Hearthline:/)
    expect(secretOf(body.barcode_uri)).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.oob_code).toBeNull()
    expect(new Set(body.recovery_codes).size).toBe(10)
    for (const code of body.recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/)
    const code = codeAt(secretOf(body.barcode_uri))
    for (const otp_code of [wrong(code), 'abcdef', '1'])
      expect(await me('POST', '/api/mfa/verifyOtp', { otp_code })).toMatchObject({
        status: 406,
        body: { code: 'wrong-code' },
      })
    expect((await me('GET', '/api/mfa/')).body[1]).toMatchObject({ active: false, authenticator_type: 'otp' })
    expect((await me('POST', '/api/mfa/verifyOtp', { otp_code: code })).status).toBe(204)
    expect((await me('GET', '/api/mfa/')).body[1]).toMatchObject({
      id: body.id,
      active: true,
      authenticator_type: 'otp',
      oob_channel: null,
    })
    expect((await me('POST', '/api/mfa/', { authenticator_type: 'otp' })).body.code).toBe('authenticator-enrolled')
    const mail = await lastMessage(account.email)
    expect(mail?.subject).toBe('A way to sign in was added to your Hearthline account')
    const second = await me('POST', '/api/mfa/', {
      authenticator_type: 'oob',
      oob_channel: 'sms',
      phone_number: PHONE,
    })
    expect(second.body.recovery_codes).toEqual([])
  })

  it('ACC-03 SEC-05 enrolls a telephone by text and by voice with the code that was sent', async () => {
    for (const [channel, phone] of [
      ['sms', '+17165550111'],
      ['voice', '+17165550112'],
    ] as const) {
      const { me } = await makePerson()
      const asked = await me('POST', '/api/mfa/', {
        authenticator_type: 'oob',
        oob_channel: channel,
        phone_number: phone,
      })
      expect(asked.body).toMatchObject({ barcode_uri: null, oob_code: expect.any(String) })
      expect(asked.body.recovery_codes).toHaveLength(10)
      const sent = await codeSentTo(product, phone)
      expect(sent.channel).toBe(channel)
      const code = sent.digits
      const oob_code = asked.body.oob_code
      expect((await me('POST', '/api/mfa/verifyOob', { otp_code: wrong(code), oob_code })).status).toBe(406)
      expect((await me('POST', '/api/mfa/verifyOob', { otp_code: code, oob_code: 'none' })).status).toBe(410)
      const { me: other } = await makePerson()
      expect((await other('POST', '/api/mfa/verifyOob', { otp_code: code, oob_code })).status).toBe(410)
      expect((await me('POST', '/api/mfa/verifyOob', { otp_code: code, oob_code })).status).toBe(204)
      expect((await me('GET', '/api/mfa/')).body[1]).toMatchObject({
        active: true,
        authenticator_type: 'oob',
        oob_channel: channel,
        name: `(•••) •••-${phone.slice(-4)}`,
      })
    }
  })

  it('ACC-03 refuses what is no authenticator, at its field', async () => {
    const { me } = await makePerson()
    for (const body of [
      {},
      { authenticator_type: 'push' },
      { authenticator_type: 'oob' },
      { authenticator_type: 'oob', oob_channel: 'email', phone_number: PHONE },
      { authenticator_type: 'oob', oob_channel: 'sms', phone_number: '(716) 555-0100' },
      { authenticator_type: 'oob', oob_channel: 'sms', phone_number: '+4915112345678' },
    ])
      expect(await me('POST', '/api/mfa/', body)).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.anything()]) },
      })
  })

  it('SEC-09 keeps the secret, the sent code and the recovery codes unreadable in the database', async () => {
    const { me, account } = await makePerson()
    const { secret, recovery_codes } = await enrollApp(me)
    const { rows } = await sql<{ kept: string }>`
      select (select json_agg(a) from authenticator a where account_id = ${account.id})::text ||
        (select json_agg(r) from recovery_code r where account_id = ${account.id})::text as kept`.execute(database)
    expect(rows[0]?.kept).toContain('v1.')
    for (const text of [secret, ...recovery_codes, ...recovery_codes.map((c) => c.replaceAll('-', ''))])
      expect(rows[0]?.kept).not.toContain(text)
  })

  it('SEC-07 a new enrollment takes the place of an unfinished one, whose recovery codes never count', async () => {
    const { me, account } = await makePerson()
    const first = (await me('POST', '/api/mfa/', { authenticator_type: 'otp' })).body
    await enrollPhone(me, '+17165550113')
    const half = await enterHalf(account.email)
    expect((await half('POST', '/api/mfa/verifyRecovery', { recovery_code: first.recovery_codes[0] })).status).toBe(406)
    expect((await half('GET', '/api/mfa/')).body).toHaveLength(2)
  })
})

describe('signing in', () => {
  it('SEC-08 D-API-5 asks who enrolled an app for its code, and opens the session under a new token', async () => {
    const { me, account } = await makePerson()
    const { secret } = await enrollApp(me)
    await forgetSteps(account.id)
    const half = await enterHalf(account.email)
    expect(await isIn(half)).toBe(false)
    expect((await half('POST', '/api/mfa/verifyOtp', { otp_code: wrong(codeAt(secret)) })).status).toBe(406)
    const whole = await follow(half, '/api/mfa/verifyOtp', { otp_code: codeAt(secret) })
    expect(whole.status).toBe(204)
    expect(whole.me).not.toBe(half)
    expect(await isIn(whole.me)).toBe(true)
    expect((await half('GET', '/api/portalAccount/current')).status).toBe(401)
    expect((await whole.me('GET', '/api/portalAccount/current')).body.mfaRequired).toBe(false)
  })

  it('SEC-08 takes a code that is sent to the telephone, or to the mailbox where nothing else is enrolled', async () => {
    const phone = '+17165550114'
    const { me, account } = await makePerson()
    const { id } = await enrollPhone(me, phone)
    const half = await enterHalf(account.email)
    const asked = await half('POST', '/api/mfa/challenge', { authenticatorId: id })
    expect(asked.body).toMatchObject({ challenge_type: 'oob', oob_code: expect.any(String) })
    const given = { otp_code: await sentCode(phone), oob_code: asked.body.oob_code }
    expect(await isIn((await follow(half, '/api/mfa/verifyOob', given)).me)).toBe(true)

    const organization = await makeOrganization(database)
    await database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organization.id).execute()
    const required = await makeAccount(database, { organizationId: organization.id })
    const byMail = await enterHalf(required.email)
    const list = (await byMail('GET', '/api/mfa/')).body
    expect(list).toHaveLength(1)
    const { body } = await byMail('POST', '/api/mfa/challenge', { authenticatorId: list[0].id })
    const code = { otp_code: await sentCode(required.email), oob_code: body.oob_code }
    expect(await isIn((await follow(byMail, '/api/mfa/verifyOob', code)).me)).toBe(true)
  })

  it('SEC-08 takes a recovery code once, however it is written, and tells its owner', async () => {
    const { me, account } = await makePerson()
    const { recovery_codes } = await enrollApp(me)
    const written = ` ${recovery_codes[3]?.toLowerCase().replaceAll('-', ' ')} `
    const half = await enterHalf(account.email)
    const whole = await follow(half, '/api/mfa/verifyRecovery', { recovery_code: written })
    expect(whole.status).toBe(204)
    expect((await whole.me('GET', '/api/mfa/recoveryCodes')).body).toEqual({ left: 9 })
    expect((await lastMessage(account.email))?.subject).toContain('recovery code')
    const again = await enterHalf(account.email)
    expect((await again('POST', '/api/mfa/verifyRecovery', { recovery_code: recovery_codes[3] })).status).toBe(406)
  })

  it('SEC-08 lets another account’s authenticators alone, and a code asked for in another session', async () => {
    const [mine, theirs] = [await makePerson(), await makePerson()]
    const phone = '+17165550115'
    const { id } = await enrollPhone(theirs.me, phone)
    expect((await mine.me('POST', '/api/mfa/challenge', { authenticatorId: id })).status).toBe(404)
    expect((await mine.me('POST', '/api/mfa/challenge', { authenticatorId: theirs.account.id })).status).toBe(404)
    expect((await mine.me('DELETE', `/api/mfa/${id}`)).status).toBe(404)
    const [one, other] = [await enterHalf(theirs.account.email), await enterHalf(theirs.account.email)]
    const { body } = await one('POST', '/api/mfa/challenge', { authenticatorId: id })
    const given = { otp_code: await sentCode(phone), oob_code: body.oob_code }
    expect((await other('POST', '/api/mfa/verifyOob', given)).status).toBe(410)
    expect((await one('POST', '/api/mfa/verifyOob', given)).status).toBe(204)
  })

  it('FRC-04 a forced reset still comes after the second factor, and before anything else', async () => {
    const { me, account } = await makePerson()
    const { recovery_codes } = await enrollApp(me)
    await database.updateTable('account').set({ forcePasswordReset: true }).where('id', '=', account.id).execute()
    expect(await me('POST', '/api/mfa/verifyRecovery', { recovery_code: recovery_codes[0] })).toMatchObject({
      status: 403,
      body: { code: 'password-reset-required' },
    })
    const half = await enterHalf(account.email)
    const whole = await follow(half, '/api/mfa/verifyRecovery', { recovery_code: recovery_codes[0] })
    expect(whole.status).toBe(204)
    expect((await whole.me('GET', '/api/userPreference')).body.code).toBe('password-reset-required')
  })
})

describe('limits', () => {
  it('SEC-09 accepts a TOTP code once, also when twenty ask at the same moment', async () => {
    const { me, account } = await makePerson()
    const { secret, code } = await enrollApp(me)
    const half = await enterHalf(account.email)
    expect((await half('POST', '/api/mfa/verifyOtp', { otp_code: code })).status).toBe(406)
    const halves = await enterTen(account.email)
    const answers = await Promise.all(
      halves.map((h) => h('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secret, 1) })),
    )
    expect(answers.filter((a) => a.status === 204)).toHaveLength(1)
    expect((await half('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secret) })).status).not.toBe(204)
  })

  it('SEC-09 accepts a recovery code and a sent code once, also when twenty ask at the same moment', async () => {
    const phone = '+17165550116'
    const { me, account } = await makePerson()
    const { id, recovery_codes } = await enrollPhone(me, phone)
    const halves = await enterTen(account.email)
    const recovered = await Promise.all(
      halves.map((h) => h('POST', '/api/mfa/verifyRecovery', { recovery_code: recovery_codes[0] })),
    )
    expect(recovered.filter((a) => a.status === 204)).toHaveLength(1)
    const half = await enterHalf(account.email)
    const { body } = await half('POST', '/api/mfa/challenge', { authenticatorId: id })
    const given = { otp_code: await sentCode(phone), oob_code: body.oob_code }
    const answers = await twenty(() => half('POST', '/api/mfa/verifyOob', given))
    expect(answers.filter((a) => a.status === 204)).toHaveLength(1)
    expect(answers.every((a) => a.status < 500)).toBe(true)
  })

  it('SEC-09 lets five wrong codes of an app be, however fast they come, and a recovery code still helps', async () => {
    const { me, account } = await makePerson()
    const { secret, recovery_codes } = await enrollApp(me)
    await forgetSteps(account.id)
    const half = await enterHalf(account.email)
    const guesses = await twenty(() => half('POST', '/api/mfa/verifyOtp', { otp_code: wrong(codeAt(secret)) }))
    expect(guesses.filter((g) => g.status === 406)).toHaveLength(5)
    expect(guesses.filter((g) => g.status === 429)).toHaveLength(15)
    expect((await half('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secret) })).status).toBe(429)
    const another = await enterHalf(account.email)
    expect((await another('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secret) })).status).toBe(429)
    expect((await another('POST', '/api/mfa/verifyRecovery', { recovery_code: recovery_codes[1] })).status).toBe(204)
    const { rows } =
      await sql`select 1 from account_event where account_id = ${account.id} and kind = 'factor-failed'`.execute(
        database,
      )
    expect(rows).toHaveLength(5)
  })

  it('SEC-09 ends a sent code after five tries, after ten minutes, and when another one is sent', async () => {
    const phone = '+17165550117'
    const { me } = await makePerson()
    const enroll = async () =>
      (await me('POST', '/api/mfa/', { authenticator_type: 'oob', oob_channel: 'sms', phone_number: phone })).body
    const tried = await enroll()
    const code = await sentCode(phone)
    const tries = await twenty(() =>
      me('POST', '/api/mfa/verifyOob', { otp_code: wrong(code), oob_code: tried.oob_code }),
    )
    expect(tries.filter((t) => t.status === 406)).toHaveLength(5)
    expect((await me('POST', '/api/mfa/verifyOob', { otp_code: code, oob_code: tried.oob_code })).status).toBe(410)

    const old = await enroll()
    const oldCode = await sentCode(phone)
    await sql`update authenticator_challenge set expires_on = now() - interval '1 second'`.execute(database)
    expect((await me('POST', '/api/mfa/verifyOob', { otp_code: oldCode, oob_code: old.oob_code })).status).toBe(410)

    const replaced = await enroll()
    const replacedCode = await sentCode(phone)
    const anew = (await me('POST', '/api/mfa/challenge', { authenticatorId: replaced.id })).body
    expect(
      (await me('POST', '/api/mfa/verifyOob', { otp_code: replacedCode, oob_code: replaced.oob_code })).status,
    ).toBe(410)
    const newCode = await sentCode(phone)
    expect((await me('POST', '/api/mfa/verifyOob', { otp_code: newCode, oob_code: anew.oob_code })).status).toBe(204)
  })

  it('SEC-09 sends at most five codes in a quarter of an hour', async () => {
    const { me, account } = await makePerson()
    const asked = await twenty(() => me('POST', '/api/mfa/challenge', { authenticatorId: account.id }))
    expect(asked.filter((a) => a.status === 200)).toHaveLength(5)
    expect(asked.filter((a) => a.status === 429)).toHaveLength(15)
    await product.workJobs()
    expect(await product.outbox(account.email)).toHaveLength(5)
  })
})

describe('changes', () => {
  it('D-API-5 demands an authentication of the last five minutes for every change, and takes a factor for it', async () => {
    const { me, account } = await makePerson()
    const { secret } = await enrollApp(me)
    await forgetSteps(account.id)
    await age(account.id, 6)
    const refused = { status: 401, body: { code: 'reauthentication-needed' } }
    const phone = { authenticator_type: 'oob', oob_channel: 'sms', phone_number: PHONE }
    expect(await me('POST', '/api/mfa/', phone)).toMatchObject(refused)
    expect(await me('DELETE', `/api/mfa/${account.id}`)).toMatchObject(refused)
    expect(await me('POST', '/api/mfa/recoveryCodes')).toMatchObject(refused)
    expect((await me('GET', '/api/mfa/')).status).toBe(200)
    const fresh = await follow(me, '/api/mfa/verifyOtp', { otp_code: codeAt(secret) })
    expect(fresh.status).toBe(204)
    expect((await fresh.me('POST', '/api/mfa/recoveryCodes')).status).toBe(200)
    await age(account.id, 6)
    expect((await fresh.me('POST', '/api/mfa/recoveryCodes')).status).toBe(401)
    const byPassword = await follow(fresh.me, '/api/authentication/reauthenticate', { password: PASSWORD })
    expect((await byPassword.me('POST', '/api/mfa/recoveryCodes')).status).toBe(200)
  })

  it('D-API-5 finishes no enrollment with an old authentication', async () => {
    const { me, account } = await makePerson()
    const { body } = await me('POST', '/api/mfa/', { authenticator_type: 'otp' })
    await age(account.id, 6)
    expect((await me('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secretOf(body.barcode_uri)) })).status).toBe(401)
  })

  it('SEC-04 removes an authenticator, and the recovery codes with the last; the owner is told', async () => {
    const { me, account } = await makePerson()
    const { id, recovery_codes } = await enrollApp(me)
    const phone = await enrollPhone(me, '+17165550118')
    expect((await me('DELETE', `/api/mfa/${phone.id}`)).status).toBe(204)
    expect((await me('GET', '/api/mfa/recoveryCodes')).body.left).toBe(10)
    expect((await me('DELETE', `/api/mfa/${id}`)).status).toBe(204)
    expect((await me('DELETE', `/api/mfa/${id}`)).status).toBe(404)
    expect((await me('GET', '/api/mfa/')).body).toHaveLength(1)
    expect((await me('GET', '/api/mfa/recoveryCodes')).body.left).toBe(0)
    expect((await lastMessage(account.email))?.subject).toContain('was removed')
    expect((await me('POST', '/api/mfa/verifyRecovery', { recovery_code: recovery_codes[0] })).status).toBe(406)
    const entered = await product.anonymous('POST', LOGIN, { email: account.email, password: PASSWORD })
    expect(entered.body.mfaRequired).toBe(false)
  })

  it('D-MFA-1 keeps the last enrolled authenticator where one is required, also when both go at the same moment', async () => {
    const organization = await makeOrganization(database)
    const { me } = await makePerson({ organizationId: organization.id })
    const app = await enrollApp(me)
    const phone = await enrollPhone(me, '+17165550119')
    await database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organization.id).execute()
    const answers = await Promise.all([app.id, phone.id].map((id) => me('DELETE', `/api/mfa/${id}`)))
    expect(answers.map((a) => a.status).sort()).toEqual([204, 409])
    expect(answers.find((a) => a.status === 409)?.body).toMatchObject({ code: 'last-authenticator' })
  })

  it('D-MFA-1 makes ten new recovery codes at once; the old ones die with it', async () => {
    const { me, account } = await makePerson()
    const { recovery_codes } = await enrollApp(me)
    const made = await Promise.all([1, 2, 3].map(() => me('POST', '/api/mfa/recoveryCodes')))
    expect((await me('GET', '/api/mfa/recoveryCodes')).body).toEqual({ left: 10 })
    const statuses: number[] = []
    for (const code of [recovery_codes[0], ...made.map((m) => m.body.recovery_codes[0])]) {
      const half = await enterHalf(account.email)
      statuses.push((await half('POST', '/api/mfa/verifyRecovery', { recovery_code: code })).status)
    }
    expect(statuses[0]).toBe(406)
    expect(statuses.slice(1).sort()).toEqual([204, 406, 406])
  })

  it('D-RUN-2 opens secrets that an older key closed, and closes them anew with the newest', async () => {
    const { me, account } = await makePerson()
    const { secret } = await enrollApp(me)
    const { seal } = await import('#platform/server/seal.ts')
    const oldKeys = { secretKeys: product.config.secretKeys.slice(1) }
    const old = seal(oldKeys, `totp:${account.id}`, secret)
    await database
      .updateTable('authenticator')
      .set({ sealedSecret: old, lastStep: null })
      .where('accountId', '=', account.id)
      .execute()
    const half = await enterHalf(account.email)
    expect((await half('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secret) })).status).toBe(204)
    const { unseal } = await import('#platform/server/seal.ts')
    const row = await database
      .selectFrom('authenticator')
      .select('sealedSecret')
      .where('accountId', '=', account.id)
      .executeTakeFirstOrThrow()
    const newest = { secretKeys: product.config.secretKeys.slice(0, 1) }
    expect(unseal(newest, `totp:${account.id}`, row.sealedSecret ?? '')?.text).toBe(secret)
    expect(unseal(newest, 'totp:somebody-else', row.sealedSecret ?? '')).toBeNull()
  })
})

it('D-AUTH-2 enrolls nothing, and makes no recovery codes, for a session that ended on the way', async () => {
  const enrolled = async (me: Caller) => {
    const { body } = await me('POST', '/api/mfa/', { authenticator_type: 'otp' })
    return () => me('POST', '/api/mfa/verifyOtp', { otp_code: codeAt(secretOf(body.barcode_uri)) })
  }
  const renewed = async (me: Caller) => () => me('POST', '/api/mfa/recoveryCodes')
  for (const prepare of [enrolled, renewed]) {
    const { account, me } = await makePerson()
    const answer = await overtaken(database, account.id, {
      call: await prepare(me),
      change: (transaction) => transaction.deleteFrom('session').where('accountId', '=', account.id).execute(),
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    const active = database.selectFrom('authenticator').select('id').where('active', '=', true)
    expect(await active.where('accountId', '=', account.id).execute()).toEqual([])
  }
})

describe('the requirement', () => {
  it('D-MFA-1 an organization’s admin sets it for the organization, a platform admin for a role', async () => {
    const organization = await makeOrganization(database)
    const admin = await makePerson({ organizationId: organization.id, roles: ['organization-admin'] })
    const path = '/api/mfa/requirement'
    expect((await admin.me('GET', path)).status).toBe(403)
    const set = await admin.me('PUT', '/api/organization/current/requireMfa', { requireMfa: true })
    expect(set.body.requireMfa).toBe(true)
    await enterHalf(admin.account.email)
    expect((await admin.me('PUT', `${path}/role/developer`, { requireMfa: true })).status).toBe(403)

    const platform = await makePerson({ roles: ['platform-admin'] })
    const roles = (await platform.me('PUT', `${path}/role/community-member`, { requireMfa: true })).body.roles
    expect(roles.filter((r: { requireMfa: boolean }) => r.requireMfa)).toEqual([
      { roleId: 'community-member', requireMfa: true, refuseEmailCodes: false },
    ])
    const member = await makeAccount(database, { roles: ['community-member'] })
    await enterHalf(member.email)
    await platform.me('PUT', `${path}/role/community-member`, { requireMfa: false })
    expect((await product.anonymous('POST', LOGIN, { email: member.email, password: PASSWORD })).body.mfaRequired).toBe(
      false,
    )
    await age(platform.account.id, 6)
    expect((await platform.me('PUT', `${path}/role/developer`, { requireMfa: true })).status).toBe(401)
  })
})
