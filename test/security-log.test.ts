import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { securityMetrics } from '#platform/server/security-log.ts'
import { startTestApp } from './app.ts'
import { makeAccount, makeOrganization } from './factories.ts'

type Line = Record<string, unknown> & { event?: string; target?: string; network?: string }
let lines: Line[] = []
const said = () => JSON.stringify(lines)
const product = await startTestApp({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
const { database, anonymous } = product
const security = (event?: string) => lines.filter((l) => l.name === 'security' && (!event || l.event === event))
const count = async (event: string) => {
  const { values } = (await securityMetrics.getMetricsAsJSON())[0] as { values: { value: number; labels: object }[] }
  return values.find((v) => (v.labels as { event: string }).event === event)?.value ?? 0
}

it('F-23 guesses spread over 150 accounts stand in the security log as one network’s, without an address or a name', async () => {
  lines = []
  const before = await count('sign-in-failed')
  const known = await makeAccount(database, { firstName: 'Wilhelmina' })
  const emails = [known.email, ...Array.from({ length: 149 }, () => `sprayed-${randomUUID()}@example.test`)]
  const password = 'Sprayed-everywhere-1'
  for (let at = 0; at < emails.length; at += 10)
    await Promise.all(
      emails.slice(at, at + 10).map((email) =>
        product.app.inject({
          method: 'POST',
          url: '/api/auth/login/fallback',
          payload: { email, password },
          remoteAddress: '203.0.113.77',
        }),
      ),
    )
  await product.workJobs()
  const refused = security().filter((l) => l.event === 'sign-in-failed' || l.event === 'throttled')
  expect(refused).toHaveLength(150)
  expect(security('sign-in-failed').length).toBeGreaterThanOrEqual(99)
  expect(new Set(refused.map((l) => l.network)).size).toBe(1)
  expect(new Set(refused.map((l) => l.target)).size).toBe(150)
  const attacked = security('account-attacked')
  expect(attacked).toMatchObject([{ account: known.id, reason: 'sign-in-failed' }])
  expect(refused.map((l) => l.target)).toContain(attacked[0]?.target)
  expect((await count('sign-in-failed')) - before).toBe(security('sign-in-failed').length)
  for (const secret of ['203.0.113.77', 'sprayed-', known.email, 'Wilhelmina', password, 'example.test'])
    expect(said()).not.toContain(secret)
}, 120_000)

it('F-23 says who was refused what, and why', async () => {
  const { account, call } = await product.someone({ roles: ['organization-staff'] })
  lines = []
  const hidden = await call('GET', `/api/contact/${randomUUID()}`)
  await call('GET', '/api/admin/review/')
  await call('POST', '/api/authentication/session', undefined, { 'sec-fetch-site': 'cross-site' })
  await product.withCookie('hearthline-session=tampered')('GET', '/api/portalAccount/current')
  await anonymous('POST', '/api/organizationRegistration/verification/nobodys-code')
  await anonymous('POST', '/api/auth/login/fallback', { email: 5 })
  const who = { actor: account.id, network: expect.stringMatching(/^[\w-]{22}$/), requestId: expect.any(String) }
  expect(security()).toMatchObject([
    { ...who, event: 'access-refused', reason: 'not-found', route: '/api/contact/:id', method: 'GET' },
    { ...who, event: 'access-refused', reason: 'forbidden', route: '/api/admin/review' },
    { event: 'cross-site-refused', reason: 'cross-site' },
    { event: 'session-unknown', reason: 'signed-out', actor: null },
    { event: 'token-refused', actor: null },
    { event: 'input-refused', reason: 'invalid-request' },
  ])
  const line = security()[0]
  expect(hidden.headers['x-request-id']).toBe(line?.requestId)
  expect(lines.filter((l) => l.msg === 'request' && l.requestId === line?.requestId)).toMatchObject([
    { status: 404, actor: account.id, network: line?.network },
  ])
})

it('F-23 an error carries the number under which the log knows its request', async () => {
  lines = []
  const answer = await product.app.inject({ method: 'GET', url: '/api/nothing' })
  const number = lines.find((l) => l.msg === 'request')?.requestId
  expect(answer.json().instance).toBe(`urn:uuid:${number}`)
  expect(answer.headers['x-request-id']).toBe(number)
})

it('F-23 says who signed in, stepped up, and changed whose roles, once it has succeeded', async () => {
  const { id: organizationId } = await makeOrganization(database)
  const admin = await product.someone({ organizationId, roles: ['organization-admin'] })
  const colleague = await makeAccount(database, { organizationId, roles: ['organization-staff'] })
  lines = []
  const signedIn = await product.signIn(admin.account.email, admin.account.password)
  expect(security('signed-in')).toMatchObject([{ account: admin.account.id, detail: { method: 'password' } }])
  const read = (await signedIn('GET', `/api/portalAccount/${colleague.id}`)).body
  const changed = await signedIn('PUT', '/api/portalAccount/', {
    ...read,
    portalAccountRoles: [{ roleId: 'organization-admin' }],
  })
  expect(changed.status).toBe(200)
  expect(security('roles-changed')).toMatchObject([
    { actor: admin.account.id, account: colleague.id, detail: { gained: ['organization-admin'] } },
  ])
  await signedIn('POST', '/api/authentication/logout')
  expect(security('signed-out')).toMatchObject([{ account: admin.account.id }])
  for (const word of [admin.account.email, colleague.email, admin.account.password]) expect(said()).not.toContain(word)
})
