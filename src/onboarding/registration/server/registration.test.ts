import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hashCode } from '#identity/accounts/server/secret-hash.ts'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { sendReviewNotices } from '#test/review-notices.ts'

const product = await startTestApp()
const { anonymous, database } = product
const PASSWORD = 'violet kettle morning'
const admin = await makeAccount(database, { roles: ['platform-admin'], organizationId: null })
const spanishAdmin = await makeAccount(database, { roles: ['platform-admin'], organizationId: null, language: 'es' })

function form(given: Record<string, unknown> = {}) {
  const email = `ana-${randomUUID().slice(0, 8)}@riverbank.test`
  return {
    organizationName: `Riverbank Pantry ${randomUUID().slice(0, 6)}`,
    organizationDescription: 'Groceries on Tuesdays.',
    organizationWebsite: 'riverbank.example.org',
    firstName: 'Ana',
    lastName: 'Ruiz',
    title: 'Director',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: ' Elmira ',
    acceptedTermsAndConditions: true,
    ...given,
  } as Record<string, unknown> & { email: string; organizationName: string }
}
const post = async (body: object, headers: Record<string, string> = {}) =>
  anonymous(
    'POST',
    '/api/organizationRegistration/register/',
    { captchaCode: await solveCaptcha(anonymous), ...body },
    headers,
  )
const confirm = (code: string) => anonymous('POST', `/api/organizationRegistration/verification/${code}`)
const login = (email: string) => anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD })

async function mailTo(email: string) {
  await product.workJobs()
  return product.outbox(email)
}
async function codeFor(email: string) {
  const mail = await mailTo(email)
  return /verification\/([\w-]+)/.exec(mail[0]?.text ?? '')?.[1] ?? ''
}
const countRows = async () =>
  (
    await sql<{ accounts: number; organizations: number; contacts: number; reviews: number; messages: number }>`select
    (select count(*) from account) as accounts, (select count(*) from organization) as organizations,
    (select count(*) from contact) as contacts, (select count(*) from registration_review) as reviews,
    (select count(*) from message) as messages`.execute(database)
  ).rows[0]

it('REG-11 REG-14 registers a new organization unverified, and asks for a review', async () => {
  const given = form()
  expect(await post(given)).toMatchObject({ status: 200, body: { verificationRequired: true } })
  const organization = await database
    .selectFrom('organization')
    .selectAll()
    .where('name', '=', given.organizationName)
    .executeTakeFirstOrThrow()
  expect(organization).toMatchObject({
    standing: 'pending',
    takesReferrals: false,
    description: 'Groceries on Tuesdays.',
    website: 'https://riverbank.example.org',
  })
  const account = await database
    .selectFrom('account')
    .selectAll()
    .where('email', '=', given.email)
    .executeTakeFirstOrThrow()
  expect(account).toMatchObject({
    emailConfirmedOn: null,
    approvedOn: null,
    acceptedTermsAndConditions: true,
    securityQuestion: 'first-job-town',
  })
  expect(account.passwordHash).toMatch(/^\$argon2id\$/)
  expect(account.securityAnswerHash).toMatch(/^\$argon2id\$/)
  expect((await login(given.email)).status).toBe(406)
  expect(await confirm(await codeFor(given.email))).toMatchObject({
    status: 200,
    body: { verificationRequired: true, source: null },
  })
  expect((await login(given.email)).status).toBe(403)
})

it('REG-14 makes a claim of an existing organization, which stays as it is until it is reviewed', async () => {
  const organization = await makeOrganization(database, {
    standing: 'listed',
    takesReferrals: false,
    description: 'As listed',
  })
  const given = form({ organizationName: undefined, organization: { id: organization.id, name: organization.name } })
  expect((await post(given)).body).toEqual({ verificationRequired: true, confirmationRequired: true })
  const account = await database
    .selectFrom('account')
    .selectAll()
    .where('email', '=', given.email)
    .executeTakeFirstOrThrow()
  expect(account.organizationId).toBeNull()
  const after = await database
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', organization.id)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ standing: 'listed', description: 'As listed', version: organization.version })
  expect(await post(form({ organizationName: undefined, organizationId: randomUUID() }))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'organizationId' }] },
  })
})

it('CFG-02 REG-16 mails a link that keeps the partner who sent the applicant', async () => {
  const given = form({ source: 'ImpactHQ' })
  await post(given)
  expect((await mailTo(given.email))[0]?.text).toMatch(/verification\/[\w-]+\?source=impacthq\s/)
  const other = form({ source: 'nobody' })
  await post(other)
  expect((await mailTo(other.email))[0]?.text).toMatch(/verification\/[\w-]+\s/)
})

it('REG-12 answers 406 for an address that has an account, in any letter case', async () => {
  const given = form()
  await post(given)
  const again = await post(form({ email: given.email.toUpperCase(), confirmEmail: given.email }))
  expect(again).toMatchObject({
    status: 406,
    body: { code: 'email-in-use', message: 'This email address is already in use' },
  })
})

it('REG-12 0461 a registration whose answer was lost is sent again, and answered as before', async () => {
  const given = form({ requestId: randomUUID() })
  const first = await post(given)
  expect(first.status).toBe(200)
  const before = await countRows()
  expect(await post(given)).toMatchObject({ status: 200, body: first.body })
  expect((await post({ ...given, requestId: randomUUID() })).status).toBe(406)
  expect(await countRows()).toEqual(before)
  const twice = form({ requestId: randomUUID() })
  const answers = await Promise.all([post(twice), post(twice)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

it('REG-15 makes one account of twenty simultaneous registrations of one address, and leaves nothing of the others', async () => {
  const given = form()
  const codes = await Promise.all(Array.from({ length: 20 }, () => solveCaptcha(anonymous)))
  const before = await countRows()
  const answers = await Promise.all(
    codes.map((captchaCode, n) =>
      anonymous('POST', '/api/organizationRegistration/register', {
        ...given,
        captchaCode,
        organizationName: `Racing ${n} ${given.organizationName}`,
      }),
    ),
  )
  expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(19).fill(406)])
  const after = await countRows()
  expect(after).toEqual({
    accounts: Number(before?.accounts) + 1,
    organizations: Number(before?.organizations) + 1,
    contacts: Number(before?.contacts) + 1,
    reviews: Number(before?.reviews) + 1,
    messages: Number(before?.messages) + 1,
  })
  expect(await mailTo(given.email)).toHaveLength(1)
})

it('REG-10 CAP-01 refuses a registration without a captcha, with a wrong one, and with one used before', async () => {
  const before = await countRows()
  expect(await post(form({ captchaCode: undefined }))).toMatchObject({
    status: 400,
    body: { code: 'captcha-failed', errors: [{ path: 'captchaCode' }] },
  })
  expect((await post(form({ captchaCode: 'bm90IG9uZQ==' }))).body.code).toBe('captcha-failed')
  expect(await countRows()).toEqual(before)
  const captchaCode = await solveCaptcha(anonymous)
  expect((await post(form({ captchaCode }))).status).toBe(200)
  expect((await post(form({ captchaCode }))).body.code).toBe('captcha-failed')
})

it('REG-09 PWD-02 reports each field that is missing or does not match, at its path', async () => {
  const { body } = await post({})
  const paths = body.errors.map((e: { path: string }) => e.path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'firstName',
      'lastName',
      'email',
      'confirmEmail',
      'phoneNumber',
      'password',
      'confirmPassword',
      'securityQuestion',
      'securityQuestionAnswer',
      'acceptedTermsAndConditions',
    ]),
  )
  expect(paths).not.toContain('title')
  const refused: [Record<string, unknown>, string][] = [
    [{ confirmEmail: 'else@riverbank.test' }, 'confirmEmail'],
    [{ confirmPassword: `${PASSWORD}!` }, 'confirmPassword'],
    [{ phoneNumber: '555-0142' }, 'phoneNumber'],
    [{ acceptedTermsAndConditions: false }, 'acceptedTermsAndConditions'],
    [{ securityQuestion: 'favourite-colour' }, 'securityQuestion'],
    [{ organizationName: '   ' }, 'organizationName'],
    [{ organizationName: undefined }, 'organizationName'],
    [{ organizationWebsite: 'javascript:alert(1)' }, 'organizationWebsite'],
    [{ password: 'password1', confirmPassword: 'password1' }, 'password'],
    [{ password: 'ruiz1985', confirmPassword: 'ruiz1985' }, 'password'],
    [{ email: 'not an address', confirmEmail: 'not an address' }, 'email'],
    [{ firstName: ['Ana'] }, 'firstName'],
    [{ organizationId: "' or 1=1" }, 'organizationId'],
  ]
  for (const [change, path] of refused) {
    const answer = await post(form(change))
    expect([path, answer.status, answer.body.errors.map((e: { path: string }) => e.path)]).toEqual([
      path,
      400,
      expect.arrayContaining([path]),
    ])
  }
})

it('REG-09 keeps what is typed as text, whatever it holds', async () => {
  const given = form({
    firstName: "Rob'); drop table account;--",
    lastName: '<img src=x onerror=alert(1)>\u0000',
    organizationName: `Ñandú & ${randomUUID()}`,
    title: '',
  })
  await sendReviewNotices(product)
  expect((await post(given)).status).toBe(200)
  await sendReviewNotices(product)
  const mail = await mailTo(given.email)
  const notice = (await product.outbox(admin.email)).find((m) => m.subject.includes(given.organizationName))
  expect(mail[0]?.text).toContain('Hello,')
  expect(mail[0]?.text).not.toContain('drop table')
  expect(notice?.text).toContain("Rob'); drop table account;-- <img src=x onerror=alert(1)>")
  expect(notice?.html).toContain('&lt;img src=x')
  expect(notice?.html).not.toContain('<img src=x')
})

it('REG-16 confirms an address once; used, expired and unknown codes are told apart', async () => {
  const given = form()
  await post(given)
  const code = await codeFor(given.email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(code)))
  expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(9).fill(410)])
  expect((await confirm(code)).body).toMatchObject({ code: 'gone', reason: 'used' })
  expect((await confirm('never-made')).body.code).toBe('not-found')
  const late = form()
  await post(late)
  const lateCode = await codeFor(late.email)
  await sql`update account_token set expires_on = now() - interval '1 second' where code_hash = ${hashCode(lateCode)}`.execute(
    database,
  )
  expect(await confirm(lateCode)).toMatchObject({ status: 410, body: { code: 'gone', reason: 'expired' } })
  const { emailConfirmedOn } = await database
    .selectFrom('account')
    .select('emailConfirmedOn')
    .where('email', '=', late.email)
    .executeTakeFirstOrThrow()
  expect(emailConfirmedOn).toBeNull()
})

it('REG-16 keeps no code, only its hash, and lets it live for 24 hours', async () => {
  const given = form()
  await post(given)
  const code = await codeFor(given.email)
  const row = await sql<{
    hours: number
  }>`select extract(epoch from expires_on - created_on) / 3600 as hours from account_token where code_hash = ${hashCode(code)}`.execute(
    database,
  )
  expect(Number(row.rows[0]?.hours)).toBeCloseTo(24, 1)
  expect(
    JSON.stringify((await database.selectFrom('accountToken').selectAll().execute()).map((t) => t.codeHash)),
  ).not.toContain(code)
})

it('REG-16 sends a new link to who waits for one, and answers everybody alike', async () => {
  const given = form()
  await post(given)
  const first = await codeFor(given.email)
  const resend = async (email: string) =>
    anonymous('POST', '/api/organizationRegistration/resendVerification', {
      email,
      captchaCode: await solveCaptcha(anonymous),
    })
  const known = await resend(given.email.toUpperCase())
  const unknown = await resend('nobody@riverbank.test')
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(known.status).toBe(204)
  const second = await codeFor(given.email)
  expect(second).not.toBe(first)
  expect(await mailTo('nobody@riverbank.test')).toEqual([])
  expect((await confirm(second)).status).toBe(200)
  expect((await confirm(first)).body).toMatchObject({ code: 'gone', reason: 'used' })
  await resend(given.email)
  expect(await mailTo(given.email)).toHaveLength(2)
  expect(
    (await anonymous('POST', '/api/organizationRegistration/resendVerification', { email: given.email })).body.code,
  ).toBe('captcha-failed')
  expect((await anonymous('POST', '/api/organizationRegistration/resendVerification', { email: 'x' })).status).toBe(400)
})

it('REG-16 sends no more than five links an hour to one address', async () => {
  const given = form()
  await post(given)
  for (let n = 0; n < 6; n++) {
    await anonymous('POST', '/api/organizationRegistration/resendVerification', {
      email: given.email,
      captchaCode: await solveCaptcha(anonymous),
    })
    await product.workJobs()
  }
  expect(await product.outbox(given.email)).toHaveLength(5)
})

it('REG-14 writes to the applicant and to each platform admin once, each in their language', async () => {
  // The admins were last notified long ago, so this registration causes its own mail.
  const noticedOn = new Date(Date.now() - 3_600_000).toISOString()
  await database.updateTable('registrationReview').set({ noticedOn }).execute()
  const given = form()
  await post(given, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' })
  const toApplicant = await mailTo(given.email)
  expect(toApplicant.map((m) => m.subject)).toEqual(['Confirme su correo electrónico para Hearthline'])
  expect(toApplicant[0]?.html).toContain('<html lang="es">')
  const about = (m: { subject: string }) => m.subject.includes(given.organizationName)
  expect((await product.outbox(admin.email)).filter(about).map((m) => m.subject)).toEqual([
    `New organization to review: ${given.organizationName}`,
  ])
  expect((await product.outbox(spanishAdmin.email)).filter(about).map((m) => m.subject)).toEqual([
    `Nueva organización por revisar: ${given.organizationName}`,
  ])
})

it('CFG-02 keeps a partner that the configuration knows, in any letter case, and forgets any other', async () => {
  const partner = form({ source: 'ImpactHQ' })
  await post(partner)
  expect((await confirm(await codeFor(partner.email))).body.source).toBe('impacthq')
  const stranger = form({ source: 'https://evil.test' })
  await post(stranger)
  expect((await confirm(await codeFor(stranger.email))).body.source).toBeNull()
})
