import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { anonymous, database } = product
const PASSWORD = 'violet kettle morning'
const admin = await makeAccount(database, {
  roles: ['platform-admin'],
  organizationId: null,
  firstName: 'Ada',
  lastName: 'Quill',
})
const asAdmin = await product.signIn(admin.email, admin.password)
const login = (email: string) => anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD })

/** A person who registered and confirmed the address. */
async function register(given: Record<string, unknown> = {}, language = 'en') {
  const email = `ana-${randomUUID().slice(0, 8)}@riverbank.test`
  const organizationName = `Riverbank Pantry ${randomUUID().slice(0, 6)}`
  const body = {
    organizationName,
    firstName: 'Ana',
    lastName: 'Ruiz',
    title: 'Director',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(anonymous),
    ...given,
  }
  const { status } = await anonymous('POST', '/api/organizationRegistration/register/', body, {
    'accept-language': language,
  })
  if (status !== 200) throw new Error(`registering answered ${status}`)
  await product.workJobs()
  const code = /verification\/([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1]
  await anonymous('POST', `/api/organizationRegistration/verification/${code}`)
  const entry = await database
    .selectFrom('registrationReview')
    .innerJoin('account', 'account.id', 'registrationReview.accountId')
    .select(['registrationReview.id', 'registrationReview.organizationId', 'registrationReview.version'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, organizationName, ...entry }
}
const decide = (review: { id: string; version: number }, given: object) =>
  asAdmin('POST', `/api/admin/review/${review.id}/decision`, { version: review.version, ...given })
const decisionMails = async (email: string) => {
  await product.workJobs()
  return (await product.outbox(email)).slice(0, -1)
}

it('ORG-04 lists the queue by waiting time, with paging, and shows the details of one registration', async () => {
  const first = await register({ organizationDescription: 'Groceries on Tuesdays.' })
  const second = await register()
  const third = await register()
  const page = (await asAdmin('GET', '/api/admin/review/?status=pending&limit=2')).body
  expect(page.items.map((i: { id: string }) => i.id)).toEqual([first.id, second.id])
  const next = (await asAdmin('GET', `/api/admin/review/?status=pending&limit=2&cursor=${page.nextCursor}`)).body
  expect(next).toMatchObject({ items: [{ id: third.id }], nextCursor: null })
  expect((await asAdmin('GET', `/api/admin/review/${first.id}`)).body).toMatchObject({
    organizationName: first.organizationName,
    firstName: 'Ana',
    lastName: 'Ruiz',
    title: 'Director',
    email: first.email,
    phoneNumber: '+17165550142',
    emailConfirmedOn: expect.any(String),
    organization: { description: 'Groceries on Tuesdays.', standing: 'pending', peopleCount: 0 },
    decisions: [],
  })
  expect((await asAdmin('GET', `/api/admin/review/${first.id}`)).body.alike.map((o: { id: string }) => o.id)).toContain(
    second.organizationId,
  )
})

it('ORG-04 approves a new organization: it is verified, its admin can sign in and hears of it once', async () => {
  const review = await register()
  expect((await login(review.email)).status).toBe(403)
  expect(await decide(review, { decision: 'approve' })).toMatchObject({
    status: 200,
    body: {
      status: 'approved',
      version: 2,
      organization: { standing: 'verified' },
      decisions: [{ decision: 'approve', decidedByName: 'Ada Quill' }],
    },
  })
  const me = await product.signIn(review.email, PASSWORD)
  expect((await me('GET', '/api/portalAccount/current')).body).toMatchObject({
    organizationName: review.organizationName,
    portalAccountRoles: [{ roleId: 'organization-admin' }],
  })
  expect((await me('GET', '/api/organization/current')).body).toMatchObject({
    standing: 'verified',
    takesReferrals: true,
  })
  expect((await decisionMails(review.email)).map((m) => m.subject)).toEqual([
    'Your registration for Hearthline is approved',
  ])
})

it('ORG-04 approves a claim: the account joins the organization as its admin', async () => {
  const organization = await makeOrganization(database, {
    standing: 'listed',
    takesReferrals: false,
    description: 'As listed',
  })
  const review = await register({ organizationName: undefined, organizationId: organization.id })
  expect((await asAdmin('GET', `/api/admin/review/${review.id}`)).body.kind).toBe('claim')
  await decide(review, { decision: 'approve' })
  const me = await product.signIn(review.email, PASSWORD)
  expect((await me('GET', '/api/organization/current')).body).toMatchObject({
    id: organization.id,
    standing: 'verified',
    takesReferrals: true,
    description: 'As listed',
  })
})

it('ORG-04 asks for more with a reason, in the applicant’s language, and decides later', async () => {
  const review = await register({}, 'es')
  expect(await decide(review, { decision: 'askForMore' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'reason' }] },
  })
  expect((await decide(review, { decision: 'askForMore', reason: '¿Cuál es su dirección?' })).body.status).toBe(
    'more-asked',
  )
  expect((await login(review.email)).status).toBe(403)
  const [mail] = await decisionMails(review.email)
  expect(mail).toMatchObject({
    subject: 'Necesitamos algo más para su registro',
    text: expect.stringContaining('¿Cuál es su dirección?'),
  })
  expect((await decide({ ...review, version: 2 }, { decision: 'approve' })).body).toMatchObject({
    status: 'approved',
    decisions: [{ decision: 'askForMore' }, { decision: 'approve' }],
  })
})

it('ORG-04 refuses with a reason: no sign-in, a refused organization, and a message that says why', async () => {
  const review = await register()
  expect((await decide(review, { decision: 'refuse', reason: '   ' })).status).toBe(400)
  expect((await decide(review, { decision: 'refuse', reason: 'This is a <b>shop</b>.' })).body).toMatchObject({
    status: 'refused',
    organization: { standing: 'refused' },
  })
  expect((await login(review.email)).status).toBe(403)
  const [mail] = await decisionMails(review.email)
  expect(mail?.text).toContain('This is a <b>shop</b>.')
  expect(mail?.html).toContain('This is a &lt;b&gt;shop&lt;/b&gt;.')
  expect(await decide({ ...review, version: 2 }, { decision: 'approve' })).toMatchObject({
    status: 409,
    body: { code: 'illegal-transition' },
  })
})

it('ORG-04 leaves an existing organization alone when a claim of it is refused', async () => {
  const organization = await makeOrganization(database)
  const review = await register({ organizationName: undefined, organizationId: organization.id })
  await decide(review, { decision: 'refuse', reason: 'Not one of theirs' })
  const after = await database
    .selectFrom('organization')
    .select(['standing', 'takesReferrals', 'version'])
    .where('id', '=', organization.id)
    .executeTakeFirst()
  expect(after).toEqual({ standing: 'verified', takesReferrals: true, version: organization.version })
})

it('ORG-04 lets one of two simultaneous decisions stand and shows the other how it is now', async () => {
  const review = await register()
  const answers = await Promise.all([
    decide(review, { decision: 'approve' }),
    decide(review, { decision: 'refuse', reason: 'No' }),
  ])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
  expect(answers.find((a) => a.status === 409)?.body).toMatchObject({
    code: 'stale-version',
    current: { id: review.id, version: 2 },
  })
  expect(await decisionMails(review.email)).toHaveLength(1)
})

it('ORG-04 records every decision, and tells the platform admins’ open screens', async () => {
  const review = await register()
  await decide(review, { decision: 'approve' })
  const audits = await database
    .selectFrom('auditRecord')
    .select(['action', 'actorId'])
    .where('subjectId', '=', review.id)
    .execute()
  expect(audits).toEqual([{ action: 'registration-approve', actorId: admin.id }])
  const events = await database
    .selectFrom('event')
    .select(['type', 'audience'])
    .where('subjectId', '=', review.id)
    .execute()
  expect(events).toEqual(Array(2).fill({ type: 'registration-review', audience: ['role:platform-admin'] }))
})

it('ORG-04 is closed to everybody but platform admins', async () => {
  const review = await register()
  const calls = [
    ['GET', '/api/admin/review/'],
    ['GET', `/api/admin/review/${review.id}`],
    ['POST', `/api/admin/review/${review.id}/decision`],
  ] as const
  for (const roles of [
    ['developer'],
    ['support-agent'],
    ['organization-admin'],
    ['organization-staff'],
    ['community-member'],
  ] as const) {
    const { email, password } = await makeAccount(database, { roles: [...roles] })
    const caller = await product.signIn(email, password)
    for (const [method, url] of calls)
      expect([
        roles,
        (await caller(method, url, method === 'POST' ? { decision: 'approve', version: 1 } : undefined)).status,
      ]).toEqual([roles, 403])
  }
  for (const [method, url] of calls)
    expect(
      (await anonymous(method, url, method === 'POST' ? { decision: 'approve', version: 1 } : undefined)).status,
    ).toBe(401)
  for (const url of [`/api/admin/review/${randomUUID()}`]) expect((await asAdmin('GET', url)).status).toBe(404)
  for (const url of [
    '/api/admin/review/x',
    '/api/admin/review/?status=odd',
    '/api/admin/review/?cursor=abc',
    '/api/admin/review/?limit=0',
  ])
    expect([url, (await asAdmin('GET', url)).status]).toEqual([url, 400])
})
