import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database, { name: 'Riverbank Pantry' })
const NEW = 'violet kettle morning 47'
const MINE = '/api/myAccountPortalAccount/'

const make = (more: object = {}) => makeAccount(database, { organizationId: organization.id, ...more })
const errorsOf = (answer: { body: { errors?: { path: string; message: string }[] } }) =>
  (answer.body.errors ?? []).map(({ path, message }) => `${path} ${message}`)
const rowOf = (id: string) => database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const history = async (accountId: string) =>
  (
    await database
      .selectFrom('accountEvent')
      .select(['kind', 'detail', 'actorId'])
      .where('accountId', '=', accountId)
      .where('kind', '!=', 'signed-in')
      .orderBy('id')
      .execute()
  ).map(({ kind, detail, actorId }) => [kind, detail, actorId])
/** The account's audit records, except sign-ins. */
const auditOf = async (id: string) =>
  (await auditsOf(database, id)).filter(({ action }) => !action.startsWith('signed-'))
const changedBy = (actorId: string, way: string) => ({
  ...{ actorId, action: 'password-changed', subjectType: 'account', detail: { way } },
})
const linkIn = async (email: string, path: string) => {
  await product.workJobs()
  const mail = (await product.outbox(email)).find(({ text }) => text.includes(path))
  return new RegExp(`${path}[/?=\\w]*?([\\w.-]{20,})`).exec(mail?.text ?? '')?.[1] ?? ''
}
const bare = { securityQuestion: null, securityAnswerHash: null, acceptedTermsAndConditions: false }
const question = { securityQuestion: 'parents-met', securityQuestionAnswer: 'Lockport' }

it('SEC-01 keeps of a change that it was one, by whom, and when', async () => {
  const { id, email } = await make()
  const me = await product.signIn(email, PASSWORD)
  await me('PUT', MINE, { password: NEW, currentPassword: PASSWORD })
  expect(await auditOf(id)).toEqual([changedBy(id, 'change')])
  expect(await history(id)).toEqual([['password-changed', { way: 'change' }, id]])
  const row = await rowOf(id)
  expect(row).toMatchObject({ forcePasswordReset: false, passwordByLink: false, securityQuestion: 'childhood-street' })
  expect(Date.now() - Date.parse(row.passwordChangedOn ?? '')).toBeLessThan(600_000)
})

it('FRC-02 takes what an account lacks together with the new password, and keeps what it has', async () => {
  const lacking = await make({ forcePasswordReset: true })
  await database.updateTable('account').set(bare).where('id', '=', lacking.id).execute()
  const me = await product.signIn(lacking.email, PASSWORD)
  expect(errorsOf(await me('PUT', MINE, { password: NEW }))).toEqual([
    ...['securityQuestion needed', 'securityQuestionAnswer needed', 'acceptedTermsAndConditions terms-needed'],
  ])
  const short = { password: NEW, ...question, securityQuestionAnswer: 'L', acceptedTermsAndConditions: true }
  expect(errorsOf(await me('PUT', MINE, short))).toEqual(['securityQuestionAnswer answer-too-short'])
  await me('PUT', MINE, { password: NEW, ...question, acceptedTermsAndConditions: true })
  const row = await rowOf(lacking.id)
  expect(row).toMatchObject({ securityQuestion: 'parents-met', acceptedTermsAndConditions: true })
  expect(row.securityAnswerHash).toMatch(/^\$argon2id/)
  expect(await auditOf(lacking.id)).toEqual([changedBy(lacking.id, 'forced-reset')])
  expect((await history(lacking.id)).map(([kind]) => kind)).toEqual(['password-changed', 'security-question-changed'])

  const whole = await make({ forcePasswordReset: true })
  const other = await product.signIn(whole.email, PASSWORD)
  await other('PUT', MINE, { password: NEW, ...question })
  expect(await rowOf(whole.id)).toMatchObject({
    securityQuestion: 'childhood-street',
    acceptedTermsAndConditions: true,
  })
  expect((await history(whole.id)).map(([kind]) => kind)).toEqual(['password-changed'])
})

it('FRC-03 says at its field what is wrong with a new password', async () => {
  const { email } = await make({ firstName: 'Wilhelmina', forcePasswordReset: true })
  const me = await product.signIn(email, PASSWORD)
  expect(errorsOf(await me('PUT', MINE, { password: PASSWORD }))).toEqual(['password password-same'])
  expect(errorsOf(await me('PUT', MINE, { password: NEW, confirmPassword: `${NEW}!` }))).toEqual([
    'confirmPassword passwords-differ',
  ])
  for (const personal of ['Wilhelmina1', 'Riverbank Pantry'])
    expect(errorsOf(await me('PUT', MINE, { password: personal }))[0]).toMatch(/^password /)
  expect((await me('PUT', MINE, { password: NEW, confirmPassword: NEW })).status).toBe(200)
})

it('SEC-01 says at its field that the present password is missing or wrong', async () => {
  const { email } = await make()
  const me = await product.signIn(email, PASSWORD)
  expect(errorsOf(await me('PUT', MINE, { password: NEW }))).toEqual(['currentPassword needed'])
  expect(errorsOf(await me('PUT', MINE, { password: NEW, currentPassword: 'no' }))).toEqual([
    'currentPassword current-password-wrong',
  ])
})

it('RST-02 FORG-02 keeps of a forgotten password that a link was asked for and used, and ends every session', async () => {
  const { id, email } = await make()
  const me = await product.signIn(email, PASSWORD)
  const captchaCode = await solveCaptcha(product.anonymous)
  await product.anonymous('POST', '/api/authentication/forgot', { email: email.toUpperCase(), captchaCode })
  const resetToken = await linkIn(email, '/auth/reset')
  const answer = await product.anonymous('POST', '/api/authentication/reset', {
    ...{ resetToken, securityQuestionAnswer: 'Elm', password: NEW, captchaCode: await solveCaptcha(product.anonymous) },
  })
  expect(answer.status).toBe(204)
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
  expect(await auditOf(id)).toEqual([
    { actorId: null, action: 'password-reset-asked', subjectType: 'account', detail: {} },
    changedBy(id, 'question'),
  ])
  expect(await history(id)).toEqual([
    ['reset-link-asked', expect.anything(), null],
    ['reset-link-used', { way: 'question' }, id],
    ['password-reset', { way: 'question' }, id],
  ])
  expect((await product.outbox(email)).length).toBeGreaterThan(0)
})

it("JWT-04 keeps who sent an administrator's link, and tells the owner by whom", async () => {
  const { id, email } = await make()
  const { account: boss, call } = await product.someone({
    ...{ organizationId: organization.id, roles: ['organization-admin'], firstName: 'Ana', lastName: 'Ruiz' },
  })
  const path = `/api/portalAccount/${id}/resetLink`
  expect((await call('POST', path)).status).toBe(204)
  expect(await auditOf(id)).toEqual([
    { actorId: boss.id, action: 'reset-link-sent', subjectType: 'account', detail: {} },
  ])
  expect(await history(id)).toEqual([['reset-link-sent', {}, boss.id]])
  const resetToken = await linkIn(email, '/auth/adminReset')
  expect((await product.outbox(email)).some(({ text }) => text.includes('Ana Ruiz'))).toBe(true)
  const reset = (more: object) =>
    product.anonymous('POST', '/api/authentication/jwtReset', { resetToken, password: NEW, ...more })
  expect((await reset({ securityQuestionAnswer: 'Elm' })).status).toBe(204)
  expect((await auditOf(id))[1]).toEqual(changedBy(id, 'link'))
  expect((await reset({ securityQuestionAnswer: 'Elm' })).body).toMatchObject({ code: 'invalid-token', reason: 'used' })
  await database.updateTable('account').set({ deactivatedOn: new Date().toISOString() }).where('id', '=', id).execute()
  expect((await call('POST', path)).body.code).toBe('not-found')
  expect((await call('POST', `/api/portalAccount/${crypto.randomUUID()}/resetLink`)).body.code).toBe('not-found')
})

it('D-AUTH-2 a session ends after half an hour of silence, after twelve hours, and half open after a quarter', async () => {
  const { id, email } = await make()
  const isOpen = async (given: { lastSeenOn?: number; createdOn?: number; stage?: 'whole' | 'mfa' }) => {
    const me = await product.signIn(email, PASSWORD)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await database
      .updateTable('session')
      .set({ lastSeenOn: ago(given.lastSeenOn ?? 0), createdOn: ago(given.createdOn ?? given.lastSeenOn ?? 0) })
      .where('accountId', '=', id)
      .execute()
    const { status } = await me('GET', '/api/portalAccount/current')
    await database.deleteFrom('session').where('accountId', '=', id).execute()
    return status
  }
  expect([await isOpen({ lastSeenOn: 29 }), await isOpen({ lastSeenOn: 31 })]).toEqual([200, 401])
  expect([await isOpen({ createdOn: 11 * 60 }), await isOpen({ createdOn: 12 * 60 + 1 })]).toEqual([200, 401])
})

it('D-AUTH-2 a session that is used stays awake, is noted once a minute, and its cookie is for this site alone', async () => {
  const { id, email } = await make()
  const answer = await product.anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD })
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^hearthline-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const me = product.withCookie(String(answer.headers['set-cookie']).split(';')[0] ?? '')
  const seenAfter = async (seconds: number) => {
    const before = new Date(Date.now() - seconds * 1000).toISOString()
    await database.updateTable('session').set({ lastSeenOn: before }).where('accountId', '=', id).execute()
    await me('GET', '/api/userPreference')
    const { lastSeenOn } = await database
      .selectFrom('session')
      .select('lastSeenOn')
      .where('accountId', '=', id)
      .executeTakeFirstOrThrow()
    return Date.parse(lastSeenOn) > Date.parse(before)
  }
  expect([await seenAfter(30), await seenAfter(90)]).toEqual([false, true])
  const out = await me('POST', '/api/authentication/logout')
  expect(String(out.headers['set-cookie'])).toMatch(/^hearthline-session=; Max-Age=0; Path=\/;/)
  expect((await me('GET', '/api/userPreference')).status).toBe(401)
})
