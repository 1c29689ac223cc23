import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { RoleKey } from '#platform/schema/roles.ts'
import { accessTable, makeWorld } from './access-table.ts'
import { type Caller, startTestApp } from './app.ts'
import { makeAccount, makeOrganization, PASSWORD } from './factories.ts'

const product = await startTestApp()
const { database } = product
const { world } = await makeWorld(product)
const plain = (url: string) => (url.length > 1 ? url.replace(/\/$/, '') : url)
const routes = product.app.routeAccess.filter((r) => r.method !== 'HEAD')
const named = (fresh: boolean | 'depends') =>
  routes.filter((r) => r.fresh === fresh).map((r) => `${r.method} ${plain(r.url)}`)
const stale = { status: 401, body: { code: 'reauthentication-needed' } }

/** Signs in with all roles that may make a call with fresh authentication, and lets ten minutes pass. */
async function signInLongAgo(organizationId: string) {
  const roles: RoleKey[] = ['platform-admin', 'developer', 'organization-admin']
  const account = await makeAccount(database, { organizationId, roles })
  const me = await product.signIn(account.email, PASSWORD)
  await sql`update session set authenticated_on = now() - interval '10 minutes' where account_id = ${account.id}`.execute(
    database,
  )
  return { account, me }
}

/** The content of all tables except the sessions, as one string. */
async function readEverything() {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'session'`.execute(database)
  const sums: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      sum: string
    }>`select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${sql.table(name)} t`.execute(
      database,
    )
    sums.push(`${name} ${rows[0]?.sum}`)
  }
  return sums
}

it('D-API-5 D-AUTH-2 refuses every call that requires it if the last authentication was ten minutes ago', async () => {
  const { me } = await signInLongAgo(world.organizationA)
  const before = await readEverything()
  for (const call of named(true)) {
    const [method, pattern] = call.split(' ') as [string, string]
    const row = accessTable[call]
    const path = row?.path?.(world) ?? pattern.replace(/:\w+/g, randomUUID())
    expect(await me(method, path, row?.body?.(world)), call).toMatchObject(stale)
  }
  expect(await readEverything()).toEqual(before)
  expect(named(true).length).toBeGreaterThan(15)
})

it('D-API-5 knows of every call that changes how an account is entered, or what it may do, whether it needs it', () => {
  const credentials = routes.filter((r) => r.credentials && !r.fresh).map((r) => `${r.method} ${plain(r.url)}`)
  expect(credentials.sort()).toEqual([
    // Removes something, which should not be delayed.
    'DELETE /api/portalAccount/:id/link/:linkId',
    'DELETE /api/portalAccount/invitation/:id',
    // Authenticates the person.
    'POST /api/authentication/reauthenticate',
    'POST /api/mfa/challenge',
    'POST /api/mfa/verifyRecovery',
    'POST /api/passkey/confirm',
    'POST /api/passkey/confirm/options',
    'POST /api/singleSignOn/confirm',
    // Requires the current password itself.
    'PUT /api/myAccountPortalAccount',
    // Only changes a passkey's name.
    'PUT /api/passkey/:id',
  ])
  expect(named('depends').sort()).toEqual([
    'POST /api/mfa/verifyOob',
    'POST /api/mfa/verifyOtp',
    'PUT /api/portalAccount',
  ])
})

it('D-API-5 ORG-03 a new address, number or role needs it, a new name does not', async () => {
  const organization = await makeOrganization(database)
  const { me } = await signInLongAgo(organization.id)
  const person = await makeAccount(database, { organizationId: organization.id })
  await database
    .insertInto('contactPhone')
    .values({ contactId: person.contactId, phoneNumber: '+17165550188', isPrimary: true })
    .execute()
  const read = (await me('GET', `/api/portalAccount/${person.id}`)).body
  const save = (by: Caller, more: object) => by('PUT', '/api/portalAccount/', { ...read, ...more })
  const before = await readEverything()
  for (const change of [
    { email: 'another@example.test' },
    { phoneNumber: '(716) 555-0189' },
    { phoneNumber: null },
    { portalAccountRoles: [{ roleId: 'organization-admin' }] },
  ])
    expect(await save(me, { ...change, firstName: 'Never' }), JSON.stringify(change)).toMatchObject(stale)
  expect(await readEverything()).toEqual(before)
  expect((await save(me, { firstName: 'Uma' })).body).toMatchObject({ firstName: 'Uma' })
})

it('D-AUTH-2 goes on once the password was said again', async () => {
  const { account } = await signInLongAgo(world.organizationA)
  const signedIn = await product.app.inject({
    method: 'POST',
    url: '/api/auth/login/fallback',
    payload: { email: account.email, password: PASSWORD },
  })
  const cookieOf = (answer: typeof signedIn) => answer.cookies.map((c) => `${c.name}=${c.value}`).join('; ')
  await sql`update session set authenticated_on = now() - interval '10 minutes'`.execute(database)
  const me = product.withCookie(cookieOf(signedIn))
  const invite = accessTable['POST /api/portalAccount']?.body?.(world)
  expect(await me('POST', '/api/portalAccount/', invite)).toMatchObject(stale)
  const again = await product.app.inject({
    method: 'POST',
    url: '/api/authentication/reauthenticate',
    payload: { password: PASSWORD },
    headers: { cookie: cookieOf(signedIn) },
  })
  expect((await product.withCookie(cookieOf(again))('POST', '/api/portalAccount/', invite)).status).toBe(201)
})
