import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { RoleKey } from '#platform/schema/roles.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database, app } = product
const organization = await makeOrganization(database)
const reason = 'She asked why her referral is missing'
const make = (roles: RoleKey[], more = {}) => makeAccount(database, { roles, organizationId: organization.id, ...more })
const START = '/api/portalAccount/impersonate'
const END = `${START}/end`

/** Makes calls like a browser, with the cookie from the latest response. */
async function browser(email: string) {
  let cookie = ''
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
    for (const c of answer.cookies) cookie = c.value ? `${c.name}=${c.value}` : ''
    return { status: answer.statusCode, body: answer.body ? answer.json() : null }
  }
  await call('POST', '/api/authentication/login', { email, password: PASSWORD })
  return Object.assign(call, { cookie: () => cookie })
}
type Browser = Awaited<ReturnType<typeof browser>>
const start = (by: Browser, id: string, body: object = { reason }) => by('POST', `${START}?portalAccountId=${id}`, body)
const who = async (by: Browser) => (await by('GET', '/api/portalAccount/current')).body

it('SUP-04 a developer impersonates an account and comes back, under new tokens each time', async () => {
  const developer = await make(['developer'], { firstName: 'Dev', lastName: 'Okafor' })
  const maria = await make(['organization-admin'])
  const by = await browser(developer.email)
  const own = by.cookie()
  expect((await start(by, maria.id)).status).toBe(204)
  expect(by.cookie()).not.toBe(own)
  expect(await who(by)).toMatchObject({ id: maria.id, impersonation: { by: 'Dev Okafor', reason } })
  expect((await who(by)).impersonation.secondsLeft).toBeGreaterThan(1790)
  // All tabs make this call, so it also reaches those that missed the event.
  expect((await by('GET', '/api/authentication/session')).body.accountId).toBe(maria.id)
  expect((await by('POST', END)).status).toBe(204)
  expect(by.cookie()).not.toBe(own)
  expect(await who(by)).toMatchObject({ id: developer.id, impersonation: null })
  expect((await product.withCookie(own)('GET', '/api/portalAccount/current')).status).toBe(401)
  expect((await by('POST', END)).status).toBe(401)
  expect((await who(by)).id).toBe(developer.id)
})

it('SUP-04 acts by the query alone, as the specification calls it, and says in the mail that no reason was given', async () => {
  const by = await browser((await make(['platform-admin'])).email)
  const maria = await make(['organization-staff'])
  expect((await by('POST', `${START}?portalAccountId=${maria.id}`)).status).toBe(204)
  expect((await who(by)).impersonation).toMatchObject({ reason: null })
  await product.workJobs()
  expect((await product.outbox(maria.email))[0]?.text).toContain('gave no reason')
})

it('SUP-04 demands a reason that says something where one is given, and an account that can sign in', async () => {
  const by = await browser((await make(['platform-admin'])).email)
  const maria = await make(['organization-staff'])
  for (const body of [{ reason: '' }, { reason: '    x   ' }])
    expect((await start(by, maria.id, body)).status).toBe(400)
  expect((await by('POST', `${START}?portalAccountId=none`, { reason })).status).toBe(400)
  expect((await start(by, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  for (const broken of [{ confirmed: false }, { approved: false }, { forcePasswordReset: true }])
    expect((await start(by, (await make(['organization-staff'], broken)).id)).status).toBe(406)
  const gone = await make(['organization-staff'])
  await database.updateTable('account').set({ deactivatedOn: sql`now()` }).where('id', '=', gone.id).execute()
  expect((await start(by, gone.id)).status).toBe(406)
})

it('SUP-04 never onto a role of the platform or of support, nor onto oneself, nor twice over', async () => {
  const self = await make(['developer', 'organization-staff'])
  const by = await browser(self.email)
  for (const roles of [
    ['platform-admin'],
    ['developer'],
    ['support-agent'],
    ['data-manager'],
    ['organization-staff', 'support-agent'],
  ] as RoleKey[][])
    expect(await start(by, (await make(roles)).id)).toMatchObject({
      status: 403,
      body: { code: 'may-not-impersonate' },
    })
  expect((await start(by, self.id)).status).toBe(403)
  for (const roles of [
    ['organization-admin'],
    ['organization-staff'],
    ['community-member'],
    ['support-agent'],
  ] as RoleKey[][]) {
    const other = await browser((await make(roles)).email)
    expect((await start(other, self.id)).status).toBe(403)
  }
  const maria = await make(['organization-admin'])
  await start(by, maria.id)
  expect((await start(by, (await make(['community-member'])).id)).status).toBe(403)
})

it('SUP-04 the person is told who and why by e-mail, in their language, with a way to object', async () => {
  const developer = await make(['developer'], { firstName: 'Dev', lastName: 'Okafor' })
  const ines = await make(['organization-staff'], { language: 'es' })
  const by = await browser(developer.email)
  await start(by, ines.id)
  await product.workJobs()
  const [mail] = await product.outbox(ines.email)
  expect(mail?.subject).toBe('Dev Okafor está actuando en su nombre en Hearthline')
  expect(mail?.text).toContain(`«${reason}»`)
  const code = /notMe\/(\S+)/.exec(mail?.text ?? '')?.[1]
  expect((await product.anonymous('POST', `/api/authentication/notMe/${code}`)).status).toBe(200)
  expect((await by('GET', '/api/portalAccount/current')).status).toBe(401)
})

it('SUP-04 both names stand in every audit record made meanwhile, and in the account’s history', async () => {
  const admin = await make(['platform-admin'])
  const sam = await make(['organization-staff'])
  const by = await browser(admin.email)
  await start(by, sam.id)
  const noor = { firstName: 'Noor', lastName: 'Haddad', consent: { scope: 'network', howGiven: 'verbal' } }
  expect((await by('POST', '/api/contact/', noor)).status).toBeLessThan(300)
  const preference = (await by('GET', '/api/userPreference')).body
  expect((await by('PUT', '/api/userPreference', preference)).status).toBe(200)
  await by('POST', END)
  await by('PUT', '/api/userPreference', preference)
  const records = await database
    .selectFrom('auditRecord')
    .select(['action', 'actorId', 'impersonatorId'])
    .where((e) => e.or([e('actorId', 'in', [sam.id, admin.id]), e('impersonatorId', '=', admin.id)]))
    .orderBy('id')
    .execute()
  const acted = records.filter((r) => r.actorId === sam.id)
  expect(acted.length).toBeGreaterThanOrEqual(2)
  for (const record of acted) expect(record.impersonatorId).toBe(admin.id)
  const own = records.filter((r) => r.actorId === admin.id && r.action === 'preferences-saved')
  expect(own).toEqual([{ action: 'preferences-saved', actorId: admin.id, impersonatorId: null }])
  expect(records.map((r) => r.action)).toEqual(expect.arrayContaining(['impersonation-begun', 'impersonation-ended']))
  const events = await database
    .selectFrom('accountEvent')
    .select(['kind', 'actorId'])
    .where('accountId', '=', sam.id)
    .execute()
  expect(events).toEqual([
    { kind: 'impersonation-begun', actorId: admin.id },
    { kind: 'impersonation-ended', actorId: admin.id },
  ])
  expect(
    await database.selectFrom('impersonation').select(['reason', 'endedOn']).where('accountId', '=', sam.id).execute(),
  ).toEqual([{ reason, endedOn: expect.any(String) }])
})

/**
 * Calls that change how an account is entered or what it may do. A new call that matches must declare so, or be listed
 * here with a reason.
 */
const looksLikeCredentials =
  /authentication\/(?!login|logout|forgot|reset$|jwtReset|notMe|session)|mfa|passkey|resetLink|myAccount|mySession|utilities|portalAccount(?!\/impersonate)|invitation|phone|signOn|single|email/i
const noCredentials = new Set([
  'POST /api/contact/duplicate',
  'POST /api/contact/:id/invitation',
  'DELETE /api/contact/:id/invitation',
  // To an organization without accounts, for one referral.
  'POST /api/referral/:id/invitation',
])

it('SUP-04 who impersonates changes nothing about how the account is entered: every such call is refused', async () => {
  const by = await browser((await make(['developer'])).email)
  await start(by, (await make(['organization-admin'])).id)
  const writes = app.routeAccess.filter((r) => !['GET', 'HEAD', 'OPTIONS'].includes(r.method))
  const unmarked = writes
    .filter((r) => looksLikeCredentials.test(r.url) && !r.credentials && r.access !== 'anyone')
    .map((r) => `${r.method} ${r.url}`)
    .filter((call) => !noCredentials.has(call))
  expect(unmarked).toEqual([])
  const marked = writes.filter((r) => r.credentials)
  expect(marked.length).toBeGreaterThanOrEqual(5)
  for (const { method, url, access } of marked) {
    const path = url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status, body } = await by(method as 'POST', path, {})
    // Without the required role, the role check fails first; all others reach the check of the flag.
    const isOpen = !Array.isArray(access) || access.includes('organization-admin')
    expect([`${method} ${url}`, status, body?.code]).toEqual([
      `${method} ${url}`,
      403,
      isOpen ? 'impersonating' : 'forbidden',
    ])
  }
})

it('SUP-04 it ends after thirty minutes, and the way back still works then', async () => {
  const developer = await make(['developer'])
  const by = await browser(developer.email)
  const sam = await make(['organization-staff'])
  await start(by, sam.id)
  await sql`update session set created_on = now() - interval '31 minutes' where account_id = ${sam.id}`.execute(
    database,
  )
  expect((await by('GET', '/api/portalAccount/current')).status).toBe(401)
  expect((await by('POST', END)).status).toBe(204)
  expect((await who(by)).id).toBe(developer.id)
})

it('SUP-04 it ends with the own session, account or role of who acts', async () => {
  const sam = await make(['organization-staff'])
  const acting = async () => {
    const developer = await make(['developer'])
    const by = await browser(developer.email)
    await start(by, sam.id)
    expect((await who(by)).id).toBe(sam.id)
    return { developer, by }
  }
  const signedOut = await acting()
  await database.deleteFrom('session').where('accountId', '=', signedOut.developer.id).execute()
  const demoted = await acting()
  await database.deleteFrom('accountRole').where('accountId', '=', demoted.developer.id).execute()
  const removed = await acting()
  await database
    .updateTable('account')
    .set({ deactivatedOn: sql`now()` })
    .where('id', '=', removed.developer.id)
    .execute()
  for (const { by } of [signedOut, demoted, removed])
    expect((await by('GET', '/api/portalAccount/current')).status).toBe(401)
  const left = await acting()
  await left.by('POST', '/api/authentication/logout')
  const rest = await database.selectFrom('session').select('id').where('accountId', '=', left.developer.id).execute()
  expect(rest).toEqual([])
})

it('SUP-04 signing out, or in as somebody else, while impersonating ends it in the records too', async () => {
  const sam = await make(['organization-staff'])
  for (const [path, body] of [
    ['/api/authentication/logout', undefined],
    ['/api/authentication/login', { email: sam.email, password: PASSWORD }],
  ] as const) {
    const developer = await make(['developer'])
    const by = await browser(developer.email)
    await start(by, sam.id)
    expect((await by('POST', path, body)).status).toBeLessThan(300)
    expect(
      await database.selectFrom('impersonation').select('endedOn').where('impersonatorId', '=', developer.id).execute(),
    ).toEqual([{ endedOn: expect.any(String) }])
    expect(
      await database
        .selectFrom('auditRecord')
        .select('subjectId')
        .where('actorId', '=', developer.id)
        .where('action', '=', 'impersonation-ended')
        .execute(),
    ).toEqual([{ subjectId: sam.id }])
    const events = await database
      .selectFrom('accountEvent')
      .select(['accountId', 'kind', 'impersonatorId'])
      .where('actorId', '=', developer.id)
      .where('kind', '<>', 'signed-in')
      .orderBy('id')
      .execute()
    expect(events.map(({ accountId, kind }) => [accountId, kind])).toEqual([
      [sam.id, 'impersonation-begun'],
      [sam.id, 'impersonation-ended'],
      ...(body ? [] : [[developer.id, 'signed-out']]),
    ])
    // No account is its own impersonator.
    expect(events.map(({ impersonatorId }) => impersonatorId)).toEqual(events.map(() => null))
  }
})

it('SUP-04 accounts are found by a part of the address or the name, each with whether it may be impersonated', async () => {
  const admin = await make(['platform-admin'])
  const person = await make(['organization-staff'], { firstName: 'Xóchitl', lastName: 'Quintero' })
  const colleague = await make(['support-agent'], { firstName: 'Xavier', lastName: 'Quintero' })
  const by = await browser(admin.email)
  const find = async (text: string) => (await by('GET', `${START}/findAccount?text=${encodeURIComponent(text)}`)).body
  expect((await find('xochitl qui')).items).toEqual([
    {
      id: person.id,
      email: person.email,
      firstName: 'Xóchitl',
      lastName: 'Quintero',
      organizationName: organization.name,
      roles: ['organization-staff'],
      mayImpersonate: true,
    },
  ])
  expect((await find(person.email.slice(2, 14).toUpperCase())).items).toHaveLength(1)
  expect(
    (await find('Quintero')).items.map((i: { id: string; mayImpersonate: boolean }) => [i.id, i.mayImpersonate]),
  ).toEqual([
    [colleague.id, false],
    [person.id, true],
  ])
  for (const odd of ['%%%', '___', "'; drop table account; --", '\\\\\\']) expect((await find(odd)).items).toEqual([])
  expect((await by('GET', `${START}/findAccount?text=ab`)).status).toBe(400)
})
