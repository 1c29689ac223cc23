import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { anonymous, database } = product
const { account: admin, call: asAdmin } = await product.someone({
  ...{ roles: ['platform-admin'], organizationId: null, firstName: 'Ada', lastName: 'Quill' },
})
const PASSWORD = 'violet kettle morning'

const form = (given: Record<string, unknown> = {}) => {
  const email = `ana-${randomUUID().slice(0, 8)}@riverbank.test`
  return {
    ...{
      organizationName: `Ferry Shelter ${randomUUID().slice(0, 6)}`,
      organizationDescription: 'Beds.',
      firstName: 'Ana',
    },
    ...{ lastName: 'Ruiz', title: 'Director', email, confirmEmail: email, phoneNumber: '(716) 555-0142' },
    ...{ password: PASSWORD, confirmPassword: PASSWORD, securityQuestion: 'first-job-town' },
    ...{ securityQuestionAnswer: 'Elmira', acceptedTermsAndConditions: true, ...given },
  } as Record<string, unknown> & { email: string; organizationName: string }
}
const post = async (body: object) =>
  anonymous('POST', '/api/organizationRegistration/register/', { captchaCode: await solveCaptcha(anonymous), ...body })
const codeFor = async (email: string) => {
  await product.workJobs()
  return /verification\/([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1] ?? ''
}
const confirm = (code: string) => anonymous('POST', `/api/organizationRegistration/verification/${code}`)
const reviewOf = (email: string) =>
  database
    .selectFrom('registrationReview')
    .innerJoin('account', 'account.id', 'registrationReview.accountId')
    .selectAll('registrationReview')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
const register = async (given: Record<string, unknown> = {}) => {
  const body = form(given)
  const answer = await post(body)
  expect(answer.status).toBe(200)
  return { ...body, answer: answer.body, ...(await reviewOf(body.email)) }
}
const decide = (review: { id: string; version: number }, given: object, by = asAdmin) =>
  by('POST', `/api/admin/review/${review.id}/decision`, { version: review.version, ...given })
const organizationOf = (id: string) =>
  database.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const accountOf = (id: string) =>
  database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const errorsOf = (answer: { body: { errors?: { path: string; message: string }[] } }) =>
  (answer.body.errors ?? []).map(({ path, message }) => `${path} ${message}`)

it('REG-11 keeps in the audit that somebody registered, and how, and that the address was confirmed', async () => {
  const { accountId, organizationId, email } = await register()
  const about = { actorId: accountId, subjectType: 'account' }
  const registered = { ...about, action: 'registered', detail: { kind: 'new-organization', organizationId } }
  expect(await auditsOf(database, accountId)).toEqual([registered])
  expect((await accountOf(accountId)).emailConfirmedOn).toBeNull()
  const code = await codeFor(email)
  expect((await confirm(code)).status).toBe(200)
  expect(await auditsOf(database, accountId)).toEqual([registered, { ...about, action: 'email-confirmed', detail: {} }])
  expect((await confirm(code)).body).toMatchObject({ code: 'gone', reason: 'used' })
  expect((await confirm(randomUUID())).body.code).toBe('not-found')
  const told = await database
    .selectFrom('event')
    .select(['type', 'audience'])
    .where('subjectId', '=', accountId)
    .where('type', '=', 'registration-review')
    .execute()
  expect(told).toEqual([{ type: 'registration-review', audience: ['role:platform-admin'] }])
})

it('REG-12 confirming ends the links of earlier messages, and a link ends after a day', async () => {
  const { email, accountId } = await register()
  const first = await codeFor(email)
  await anonymous('POST', '/api/organizationRegistration/resendVerification', {
    email,
    captchaCode: await solveCaptcha(anonymous),
  })
  const second = await codeFor(email)
  expect(second).not.toBe(first)
  const tokens = () =>
    database
      .selectFrom('accountToken')
      .select(['createdOn', 'expiresOn', 'usedOn'])
      .where('accountId', '=', accountId)
      .execute()
  for (const { createdOn, expiresOn } of await tokens())
    expect(Math.round((Date.parse(expiresOn) - Date.parse(createdOn)) / 3_600_000)).toBe(24)
  await database
    .updateTable('accountToken')
    .set({ expiresOn: '2020-01-01' })
    .where('accountId', '=', accountId)
    .execute()
  expect((await confirm(second)).body).toMatchObject({ code: 'gone', reason: 'expired' })
  await database
    .updateTable('accountToken')
    .set({ expiresOn: '2099-01-01' })
    .where('accountId', '=', accountId)
    .execute()
  expect((await confirm(second)).status).toBe(200)
  expect((await confirm(first)).body).toMatchObject({ code: 'gone', reason: 'used' })
  expect((await tokens()).every(({ usedOn }) => usedOn !== null)).toBe(true)
})

it('REG-12 mails a new link five times an hour at most, and none to who confirmed or was shut out', async () => {
  const { email, accountId } = await register()
  const ask = async () => {
    await anonymous('POST', '/api/organizationRegistration/resendVerification', {
      email,
      captchaCode: await solveCaptcha(anonymous),
    })
    await product.workJobs()
    return (await product.outbox(email)).length
  }
  await product.workJobs()
  expect([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([2, 3, 4, 5, 5, 5])
  await database
    .updateTable('accountToken')
    .set({ createdOn: '2026-01-01' })
    .where('accountId', '=', accountId)
    .execute()
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', accountId)
    .execute()
  expect(await ask()).toBe(5)
  const confirmed = { deactivatedOn: null, emailConfirmedOn: new Date().toISOString() }
  await database.updateTable('account').set(confirmed).where('id', '=', accountId).execute()
  expect(await ask()).toBe(5)
})

it('REG-14 says which part of a registration is wrong', async () => {
  const taken = await makeAccount(database)
  expect((await post(form({ email: taken.email, confirmEmail: taken.email }))).body.code).toBe('email-in-use')
  const unknown = await post(form({ organizationId: randomUUID(), organizationName: undefined }))
  expect([unknown.status, errorsOf(unknown)]).toEqual([400, ['organizationId organization-unknown']])
  const weak = await post(form({ password: 'password1', confirmPassword: 'password1' }))
  expect(errorsOf(weak)[0]).toMatch(/^password /)
})

it('ORG-04 approving opens account and organization, and is audited with both', async () => {
  const review = await register({ organizationWebsite: 'ferry.example.org' })
  expect(review.answer).toEqual({ verificationRequired: true, confirmationRequired: true })
  const answer = await decide(review, { decision: 'approve' })
  expect(answer.status).toBe(200)
  const { accountId, organizationId } = review
  expect(await auditsOf(database, review.id)).toEqual([
    {
      ...{ actorId: admin.id, action: 'registration-approve', subjectType: 'registration-review' },
      detail: { accountId, organizationId, role: 'organization-admin' },
    },
  ])
  expect((await accountOf(accountId)).approvedOn).not.toBeNull()
  expect(await organizationOf(organizationId)).toMatchObject({ standing: 'verified', takesReferrals: true })
  expect(answer.body).toMatchObject({
    ...{ id: review.id, kind: 'new-organization', status: 'approved', version: 2, title: 'Director', link: null },
    ...{ firstName: 'Ana', lastName: 'Ruiz', email: review.email, phoneNumber: '+17165550142', source: null },
    organization: { description: 'Beds.', website: 'https://ferry.example.org', standing: 'verified', peopleCount: 0 },
    decisions: [{ decision: 'approve', reason: null, decidedByName: 'Ada Quill' }],
  })
  const again = await decide({ id: review.id, version: 2 }, { decision: 'approve' })
  expect([again.status, again.body.code]).toEqual([409, 'illegal-transition'])
})

it('ORG-04 refusing a new organization takes it out, and leaves it when it has other people', async () => {
  const [alone, shared] = [await register(), await register()]
  const { id: member } = await makeAccount(database, { organizationId: shared.organizationId })
  for (const review of [alone, shared]) {
    const before = await organizationOf(review.organizationId)
    const { body } = await decide(review, { decision: 'refuse', reason: 'Not a charity' })
    expect(body).toMatchObject({ status: 'refused', decisions: [{ decision: 'refuse', reason: 'Not a charity' }] })
    expect(await accountOf(review.accountId)).toMatchObject({ approvedOn: null, deactivatedOn: null })
    const after = await organizationOf(review.organizationId)
    expect([after.standing, after.version - before.version]).toEqual(review === alone ? ['refused', 1] : ['pending', 0])
    expect(after.takesReferrals).toBe(false)
  }
  expect((await accountOf(member)).approvedOn).not.toBeNull()
})

it('ORG-04 lists what waits, the longest first, page by page, and by its status', async () => {
  const made = [await register(), await register(), await register()]
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await asAdmin('GET', `/api/admin/review/?status=pending&limit=2${cursor}`)
    for (const item of body.items) expect(item.status).toBe('pending')
    seen.push(...body.items.map((item: { id: string }) => item.id))
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.slice(-3)).toEqual(made.map(({ id }) => id))
  await decide(made[1] as (typeof made)[0], { decision: 'askForMore', reason: 'Which street?' })
  const asked = (await asAdmin('GET', '/api/admin/review/?status=more-asked')).body.items
  expect(asked.map((item: { id: string }) => item.id)).toContain(made[1]?.id)
  const { body: first } = await asAdmin('GET', `/api/admin/review/${made[0]?.id}`)
  expect(first.decisions).toEqual([])
  expect(first.alike.length).toBeGreaterThan(0)
  expect(first.alike.length).toBeLessThanOrEqual(5)
  for (const { name } of first.alike) expect(name).toContain('Ferry Shelter')
  expect((await decide({ id: randomUUID(), version: 1 }, { decision: 'approve' })).body.code).toBe('not-found')
})

it('ORG-03 D-REG-1 an admin decides about requests to join the own organization, and about nothing else', async () => {
  const organization = await makeOrganization(database)
  const { call } = await product.someone({ organizationId: organization.id, roles: ['organization-admin'] })
  const stranger = await product.someone({
    ...{ organizationId: (await makeOrganization(database)).id, roles: ['organization-admin'] },
  })
  const join = await register({ organizationId: organization.id, organizationName: undefined })
  expect(join.kind).toBe('join')
  const other = await register()
  const path = '/api/organization/current/joinRequest'
  const { items } = (await call('GET', path)).body
  expect(items).toMatchObject([{ id: join.id, title: 'Director', phoneNumber: '+17165550142', invitedBy: null }])
  const answer = (id: string, by = call) =>
    by('POST', `${path}/${id}/decision`, { decision: 'approve', version: 1, role: 'organization-staff' })
  expect([(await answer(other.id)).body.code, (await answer(join.id, stranger.call)).body.code]).toEqual([
    ...['not-found', 'not-found'],
  ])
  expect((await answer(join.id)).status).toBeLessThan(300)
  expect((await call('GET', path)).body.items).toEqual([])
  const roles = await database
    .selectFrom('accountRole')
    .select('role')
    .where('accountId', '=', join.accountId)
    .execute()
  expect(roles).toEqual([{ role: 'organization-staff' }])
})
