import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { signInMethods } from '#root/src/features.server.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { settleChanges } from './settle-changes.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)
const adminAccount = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
const admin = await product.signIn(adminAccount.email, PASSWORD)

const make = async () => {
  const account = await makeAccount(database, { organizationId: organization.id })
  await database
    .insertInto('authenticator')
    .values({
      accountId: account.id,
      authenticatorType: 'oob',
      oobChannel: 'sms',
      phoneNumber: '+17165550190',
      sealedSecret: null,
      createdOn: '2026-01-01T00:00:00Z',
      active: true,
    })
    .execute()
  return account
}
const ask = (id: string, by = admin) => by('POST', `/api/portalAccount/${id}/factorReset`)
const settleAfter = async (accountId: string, days: number) => {
  await sql`update account_change set created_on = now() - make_interval(days => ${days}) where account_id = ${accountId}`.execute(
    database,
  )
  await Promise.all([
    settleChanges({ ...product, signInMethods })({}, {} as never),
    settleChanges({ ...product, signInMethods })({}, {} as never),
  ])
}
const needsFactor = async (email: string) =>
  (await product.anonymous('POST', '/api/authentication/login', { email, password: PASSWORD })).body.mfaRequired

it('F-15 an administrator removes lost second factors, three days after the owner was told', async () => {
  const person = await make()
  expect((await ask(person.id)).status).toBe(204)
  await product.workJobs()
  expect((await product.outbox(person.email))[0]?.subject).toBe(
    'The second steps of your Hearthline account will be removed',
  )
  await settleAfter(person.id, 2)
  expect(await needsFactor(person.email)).toBe(true)
  await settleAfter(person.id, 3)
  expect(await needsFactor(person.email)).toBe(false)
  await product.workJobs()
  const done = (await product.outbox(person.email)).filter(({ subject }) => subject.includes('was removed'))
  expect(done).toHaveLength(1)
  expect((await ask(person.id)).status).toBe(409)
})

it('D-AUTH-2 ORG-03 a request to remove second factors is in the activity of the owner and in the record', async () => {
  const person = await make()
  expect((await admin('GET', `/api/portalAccount/${person.id}`)).body.isFactorResetPending).toBe(false)
  await ask(person.id)
  const events = database.selectFrom('accountEvent').select(['kind', 'actorId']).where('accountId', '=', person.id)
  expect(await events.execute()).toContainEqual({ kind: 'factor-removal-asked', actorId: adminAccount.id })
  const { items } = (await admin('GET', '/api/portalAccount/?state=change-pending')).body
  expect(items).toContainEqual(expect.objectContaining({ id: person.id, isFactorResetPending: true }))
})

it('F-15 the owner objects, an administrator withdraws, and nobody does it to themselves or to strangers', async () => {
  const [objecting, withdrawn] = [await make(), await make()]
  await ask(objecting.id)
  await product.workJobs()
  const code = /notMe\/([\w-]+)/.exec((await product.outbox(objecting.email))[0]?.text ?? '')?.[1]
  expect((await product.anonymous('POST', `/api/authentication/notMe/${code}`)).status).toBe(200)
  await ask(withdrawn.id)
  const [link] = (await admin('GET', `/api/portalAccount/${withdrawn.id}/link`)).body.items
  expect(link).toMatchObject({ kind: 'factors', state: 'pending', mayWithdraw: true })
  expect((await admin('DELETE', `/api/portalAccount/${withdrawn.id}/link/${link.id}`)).status).toBe(204)
  for (const { id } of [objecting, withdrawn]) {
    await settleAfter(id, 3)
    const left = await database.selectFrom('authenticator').select('id').where('accountId', '=', id).execute()
    expect(left).toHaveLength(1)
  }
  expect((await ask(adminAccount.id)).status).toBe(403)
  const stranger = await makeAccount(database, {
    organizationId: (await makeOrganization(database)).id,
    roles: ['organization-admin'],
  })
  expect((await ask(withdrawn.id, await product.signIn(stranger.email, PASSWORD))).status).toBe(404)
})
