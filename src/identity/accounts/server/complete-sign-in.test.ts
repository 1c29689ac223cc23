import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#platform/server/database.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { overtaken } from '#test/overtaken.ts'

const product = await startTestApp()
const { database } = product
const listSessions = (accountId: string) =>
  database.selectFrom('session').select('id').where('accountId', '=', accountId).execute()
const endAll = (accountId: string) => (transaction: Database) =>
  transaction.deleteFrom('session').where('accountId', '=', accountId).execute()

it('PWD-01 D-AUTH-2 lets no old password in that was on its way while the password changed', async () => {
  const { id, email } = await makeAccount(database)
  const answer = await overtaken(database, id, {
    call: () => product.anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD }),
    change: (transaction) =>
      sql`update account set password_hash = 'another', password_changed_on = clock_timestamp() where id = ${id}`.execute(
        transaction,
      ),
  })
  expect(answer).toMatchObject({ status: 401, body: { code: 'login-failed' } })
  expect(await listSessions(id)).toEqual([])
})

it('PWD-03 RST-04 a sign-in that renews an old hash does not undo a password that was set meanwhile', async () => {
  const { id, email } = await makeAccount(database)
  const account = () => database.selectFrom('account').select('passwordHash').where('id', '=', id).executeTakeFirst()
  const stored = await hash(PASSWORD, { memoryCost: 9216, timeCost: 4, parallelism: 1 })
  await database.updateTable('account').set({ passwordHash: stored }).where('id', '=', id).execute()
  const answer = await overtaken(database, id, {
    call: () => product.anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD }),
    change: (transaction) =>
      sql`update account set password_hash = 'another', password_changed_on = clock_timestamp() where id = ${id}`.execute(
        transaction,
      ),
  })
  expect(answer).toMatchObject({ status: 401, body: { code: 'login-failed' } })
  expect(await account()).toEqual({ passwordHash: 'another' })
  await database.updateTable('account').set({ passwordHash: stored }).where('id', '=', id).execute()
  expect((await product.anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD })).status).toBe(200)
  expect((await account())?.passwordHash).toMatch(/m=19456,t=2/)
})

it('D-AUTH-2 gives no new session to who said the password again while all sessions were ended', async () => {
  const { id, email } = await makeAccount(database)
  const me = await product.signIn(email, PASSWORD)
  const answer = await overtaken(database, id, {
    call: () => me('POST', '/api/authentication/reauthenticate', { password: PASSWORD }),
    change: endAll(id),
  })
  expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect(await listSessions(id)).toEqual([])
})

it('D-AUTH-2 writes into the account’s history that the password was said again', async () => {
  const { email } = await makeAccount(database)
  const signedIn = await product.app.inject({
    method: 'POST',
    url: '/api/auth/login/fallback',
    payload: { email, password: PASSWORD },
  })
  const again = await product.app.inject({
    method: 'POST',
    url: '/api/authentication/reauthenticate',
    payload: { password: PASSWORD },
    headers: { cookie: signedIn.cookies.map((c) => `${c.name}=${c.value}`).join('; ') },
  })
  const me = product.withCookie(again.cookies.map((c) => `${c.name}=${c.value}`).join('; '))
  expect((await me('GET', '/api/myActivity')).body.items[0]).toMatchObject({
    kind: 'confirmed-again',
    detail: { method: 'password' },
  })
})
