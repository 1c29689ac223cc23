import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { overtaken } from '#test/overtaken.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)
const NEW = 'violet kettle morning 47'
const MINE = '/api/myAccountPortalAccount/'

const errorPaths = (answer: { body: { errors: { path: string }[] } }) => answer.body.errors.map((e) => e.path)
const signsIn = async (email: string, password: string) =>
  (await product.anonymous('POST', '/api/authentication/login', { email, password })).status

const makeForced = async (bare = false) => {
  const account = await makeAccount(database, { organizationId: organization.id, forcePasswordReset: true })
  if (bare)
    await database
      .updateTable('account')
      .set({ securityQuestion: null, securityAnswerHash: null, acceptedTermsAndConditions: false })
      .where('id', '=', account.id)
      .execute()
  return account
}

it('FRC-03 ends the forced reset with a new password, and every other session with it', async () => {
  const { email } = await makeForced()
  const [me, elsewhere] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  const saved = await me('PUT', MINE, { password: NEW, confirmPassword: NEW, forcePasswordReset: false })
  expect(saved).toMatchObject({ status: 200, body: { email, forcePasswordReset: false } })
  expect((await me('GET', '/api/userPreference')).status).toBe(200)
  expect((await elsewhere('GET', '/api/portalAccount/current')).status).toBe(401)
  expect([await signsIn(email, NEW), await signsIn(email, PASSWORD)]).toEqual([200, 401])
})

it('FRC-02 asks for question, answer and terms exactly when they are missing', async () => {
  const { email } = await makeForced(true)
  const me = await product.signIn(email, PASSWORD)
  expect((await me('GET', '/api/authentication/getQuestions')).body).toEqual({
    securityQuestion: null,
    securityQuestionKey: null,
  })
  const refused = await me('PUT', MINE, { password: NEW })
  expect([refused.status, errorPaths(refused)]).toEqual([
    400,
    ['securityQuestion', 'securityQuestionAnswer', 'acceptedTermsAndConditions'],
  ])
  const whole = {
    password: NEW,
    securityQuestion: 'parents-met',
    securityQuestionAnswer: 'Lockport',
    acceptedTermsAndConditions: true,
  }
  expect(await me('PUT', MINE, whole)).toMatchObject({ status: 200, body: { acceptedTermsAndConditions: true } })
  expect((await me('GET', '/api/authentication/getQuestions')).body).toMatchObject({
    securityQuestionKey: 'parents-met',
  })
})

it('FRC-04 refuses every other call until the password is reset', async () => {
  const { email } = await makeForced()
  const me = await product.signIn(email, PASSWORD)
  for (const [method, path] of [
    ['GET', '/api/userPreference'],
    ['PUT', '/api/userPreference'],
    ['POST', '/api/authentication/reauthenticate'],
    ['GET', '/api/referral/'],
  ] as const)
    expect(await me(method, path, method === 'GET' ? undefined : {})).toMatchObject({
      status: 403,
      body: { code: 'password-reset-required' },
    })
})

it('FRC-03 refuses the old password, a weak one and one that was typed two ways, each at its field', async () => {
  const { email } = await makeForced()
  const me = await product.signIn(email, PASSWORD)
  expect(errorPaths(await me('PUT', MINE, { password: PASSWORD }))).toEqual(['password'])
  expect(errorPaths(await me('PUT', MINE, { password: 'password1' }))).toEqual(['password'])
  expect(errorPaths(await me('PUT', MINE, { password: NEW, confirmPassword: `${NEW}!` }))).toEqual(['confirmPassword'])
})

it('SEC-01 changes a password for who knows the present one, ends the other sessions and tells the owner', async () => {
  const { email } = await makeAccount(database, { organizationId: organization.id })
  const [me, elsewhere] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  expect(errorPaths(await me('PUT', MINE, { password: NEW }))).toEqual(['currentPassword'])
  expect(errorPaths(await me('PUT', MINE, { password: NEW, currentPassword: 'not this' }))).toEqual(['currentPassword'])
  expect(await signsIn(email, PASSWORD)).toBe(200)
  expect((await me('PUT', MINE, { password: NEW, currentPassword: PASSWORD })).status).toBe(200)
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(200)
  expect((await elsewhere('GET', '/api/portalAccount/current')).status).toBe(401)
  await product.workJobs()
  expect((await product.outbox(email))[0]?.subject).toBe('Your Hearthline password was changed')
})

it('SEC-01 limits guesses of the present password', async () => {
  const { email } = await makeAccount(database)
  const me = await product.signIn(email, PASSWORD)
  for (let guess = 0; guess < 5; guess++) await me('PUT', MINE, { password: NEW, currentPassword: `guess ${guess}` })
  expect((await me('PUT', MINE, { password: NEW, currentPassword: PASSWORD })).status).toBe(429)
})

it('SEC-08 asks for the password again and hands out a fresh session', async () => {
  const { email } = await makeAccount(database)
  const me = await product.signIn(email, PASSWORD)
  const path = '/api/authentication/reauthenticate'
  expect((await me('POST', path, { password: 'wrong' })).status).toBe(401)
  const answer = await me('POST', path, { password: PASSWORD })
  expect(answer.status).toBe(204)
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
  const cookies = [answer.headers['set-cookie']].flat().map((c) => String(c).split(';')[0])
  const fresh = product.withCookie(cookies.filter((c) => !c?.endsWith('=')).join('; '))
  expect((await fresh('GET', '/api/portalAccount/current')).body.email).toBe(email)
})

const forget = async (email: string, query = '') =>
  product.anonymous('POST', `/api/authentication/forgot${query}`, {
    email,
    captchaCode: await solveCaptcha(product.anonymous),
  })
/** The path in the most recently mailed link. */
const mailedPath = async (email: string) => {
  await product.workJobs()
  const mail = (await product.outbox(email)).find((m) => m.text.includes('/auth/'))
  return /https?:\/\/[^/]+(\/auth\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const codeOf = (path: string) => /\/auth\/reset\/([^?]+)/.exec(path)?.[1] ?? ''
const mailedCode = async (email: string) => {
  expect((await forget(email)).status).toBe(204)
  return codeOf(await mailedPath(email))
}
const reset = async (resetToken: string, securityQuestionAnswer: string, password = NEW) =>
  product.anonymous('POST', '/api/authentication/reset', {
    resetToken,
    securityQuestionAnswer,
    password,
    captchaCode: await solveCaptcha(product.anonymous),
  })

it('F-15 D-SQ-1 ten wrong answers a day count for the account, behind however many links, and its owner is told', async () => {
  const { id, email } = await makeAccount(database)
  const first = await mailedCode(email)
  const wrong = async (code: string, tries: number) => {
    const answers = await Promise.all(Array.from({ length: tries }, (_, n) => reset(code, `wrong ${n}`)))
    return answers.map(({ status }) => status)
  }
  expect(await wrong(first, 5)).toEqual(Array(5).fill(400))
  const next = await mailedCode(email)
  expect(await wrong(next, 5)).toEqual(Array(5).fill(400))
  const third = await mailedCode(email)
  expect((await reset(third, 'Elm')).status).toBe(429)
  await product.workJobs()
  const told = (await product.outbox(email)).filter((m) => m.subject.startsWith('Wrong answers'))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('/auth/notMe/')
  const events = await database.selectFrom('accountEvent').select('kind').where('accountId', '=', id).execute()
  expect(events.filter(({ kind }) => kind === 'security-answers-used-up')).toHaveLength(1)
})

it('FORG-01 sends nothing without a solved captcha', async () => {
  const { email } = await makeAccount(database)
  for (const captchaCode of [undefined, '', 'made up'])
    expect((await product.anonymous('POST', '/api/authentication/forgot', { email, captchaCode })).status).toBe(400)
  await product.workJobs()
  expect(await product.outbox(email)).toEqual([])
})

it('FORG-02 mails a link in the language of the account, and keeps a known source', async () => {
  const { email } = await makeAccount(database, { language: 'es' })
  await forget(email, '?source=ImpactHQ')
  expect(await mailedPath(email)).toMatch(/^\/auth\/reset\/[\w-]{43}\?source=impacthq$/)
  expect((await product.outbox(email))[0]?.subject).toBe('Restablezca su contraseña de Hearthline')
  const other = await makeAccount(database)
  await forget(other.email, '?source=https://evil.example')
  expect(await mailedPath(other.email)).toMatch(/^\/auth\/reset\/[\w-]{43}$/)
})

it('FORG-05 answers the same and does the same whether or not the address has an account', async () => {
  const { id, email } = await makeAccount(database)
  const known = await forget(email)
  const before = await database.selectFrom('accountToken').selectAll().where('accountId', '=', id).execute()
  expect(before).toEqual([])
  const unknown = await forget('nobody@example.test')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  await product.workJobs()
  expect(await product.outbox('nobody@example.test')).toEqual([])
})

it('FORG-02 mails nothing if the address changes or the account is deactivated at that moment', async () => {
  for (const change of [sql`email = 'moved-' || email`, sql`deactivated_on = now()`]) {
    const { id, email } = await makeAccount(database)
    await forget(email)
    await overtaken(database, id, {
      call: product.workJobs,
      change: (transaction) => sql`update account set ${change} where id = ${id}`.execute(transaction),
    })
    expect(await product.outbox(email)).toEqual([])
    expect(await database.selectFrom('accountToken').select('id').where('accountId', '=', id).execute()).toEqual([])
  }
})

it('RST-01 shows the question behind a mailed code and none behind a made-up one', async () => {
  const { email } = await makeAccount(database)
  const code = await mailedCode(email)
  expect((await product.anonymous('GET', `/api/authentication/getQuestions/${code}`)).body).toEqual({
    securityQuestion: 'What was the house number and street name you lived in as a child?',
    securityQuestionKey: 'childhood-street',
  })
  expect((await product.anonymous('GET', '/api/authentication/getQuestions/made-up')).status).toBe(410)
})

it('RST-02 resets the password by code and answer, however the answer is written', async () => {
  const { email } = await makeAccount(database)
  const me = await product.signIn(email, PASSWORD)
  expect((await reset(await mailedCode(email), '  ELM ')).status).toBe(204)
  expect([await signsIn(email, NEW), (await me('GET', '/api/portalAccount/current')).status]).toEqual([200, 401])
  await product.workJobs()
  expect((await product.outbox(email))[0]?.subject).toBe('Your Hearthline password was reset')
})

it('RST-04 LAND-10 a reset ends the waits and the captcha of failed sign-ins, for its owner alone', async () => {
  const [{ email }, other] = [await makeAccount(database), await makeAccount(database)]
  for (let i = 0; i < 5; i++) await Promise.all([email, other.email].map((address) => signsIn(address, 'wrong')))
  expect(await signsIn(email, PASSWORD)).toBe(429)
  expect((await reset(await mailedCode(email), 'Elm')).status).toBe(204)
  expect(await signsIn(email, NEW)).toBe(200)
  expect(await signsIn(other.email, PASSWORD)).toBe(429)
})

it('RST-03 answers 400 to a wrong answer', async () => {
  const { email } = await makeAccount(database)
  expect(await reset(await mailedCode(email), 'Oak')).toMatchObject({
    status: 400,
    body: { message: 'Incorrect security question answer' },
  })
})

it('RST-04 takes a code once, five answers at most, not after an hour, and not after the password changed', async () => {
  const once = await makeAccount(database)
  const code = await mailedCode(once.email)
  expect((await reset(code, 'Elm')).status).toBe(204)
  expect((await reset(code, 'Elm', 'another violet kettle 9')).status).toBe(410)

  const guessed = await mailedCode((await makeAccount(database)).email)
  const guesses = await Promise.all(Array.from({ length: 8 }, (_, at) => reset(guessed, `guess ${at}`)))
  expect(guesses.filter((g) => g.status === 400)).toHaveLength(5)
  expect((await reset(guessed, 'Elm')).status).toBe(410)

  const late = await mailedCode((await makeAccount(database)).email)
  await database
    .updateTable('accountToken')
    .set({ expiresOn: '2020-01-01T00:00:00Z' })
    .where('usedOn', 'is', null)
    .execute()
  expect((await reset(late, 'Elm')).status).toBe(410)

  const changed = await makeAccount(database)
  const stale = await mailedCode(changed.email)
  const me = await product.signIn(changed.email, PASSWORD)
  expect((await me('PUT', MINE, { password: NEW, currentPassword: PASSWORD })).status).toBe(200)
  expect((await reset(stale, 'Elm', 'another violet kettle 9')).status).toBe(410)
})

it('RST-04 keeps only a hash of the code', async () => {
  const { id, email } = await makeAccount(database)
  const code = await mailedCode(email)
  const kept = await database.selectFrom('accountToken').selectAll().where('accountId', '=', id).execute()
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(code)
})

it('RST-04 leaves the try to who answered right with a weak password', async () => {
  const { email } = await makeAccount(database)
  const code = await mailedCode(email)
  for (let at = 0; at < 6; at++) expect(errorPaths(await reset(code, 'Elm', 'password1'))).toEqual(['password'])
  expect((await reset(code, 'Elm')).status).toBe(204)
})
