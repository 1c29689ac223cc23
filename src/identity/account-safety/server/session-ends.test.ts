import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePasskeyDevice } from '#test/passkey-device.ts'

const product = await startTestApp({ SESSIONS_PER_ACCOUNT: '3' })
const { database } = product
const organization = await makeOrganization(database)
const isIn = async (call: typeof product.anonymous) => (await call('GET', '/api/portalAccount/current')).status === 200
const countSessions = async (accountId: string) =>
  (await database.selectFrom('session').select('id').where('accountId', '=', accountId).execute()).length
const make = (more: object = {}) => makeAccount(database, { organizationId: organization.id, ...more })

it('F-24 D-AUTH-2 limits the sessions of an account and ends the oldest, also with concurrent sign-ins', async () => {
  const { id, email } = await make()
  const first = await product.signIn(email, PASSWORD)
  const later = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  expect(await isIn(first)).toBe(true)
  await product.signIn(email, PASSWORD)
  expect([await isIn(first), ...(await Promise.all(later.map(isIn)))]).toEqual([false, true, true])
  for (let round = 0; round < 3; round++) await Promise.all([1, 2, 3, 4].map(() => product.signIn(email, PASSWORD)))
  expect(await countSessions(id)).toBe(3)
})

it('F-24 a second factor that comes or goes ends the other sessions', async () => {
  const { email } = await make()
  const [me, elsewhere] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  const enroll = await me('POST', '/api/mfa/', {
    authenticator_type: 'oob',
    oob_channel: 'sms',
    phone_number: '+17165550188',
  })
  await product.workJobs()
  const otp_code = /\b(\d{6})\b/.exec((await product.outbox('+17165550188'))[0]?.text ?? '')?.[1]
  await me('POST', '/api/mfa/verifyOob', { otp_code, oob_code: enroll.body.oob_code })
  expect([await isIn(me), await isIn(elsewhere)]).toEqual([true, false])
})

it('F-24 of passkeys that are registered at once no more than twenty come in, and the other sessions end', async () => {
  const { id, email } = await make()
  const [me, elsewhere] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  for (let n = 0; n < 18; n++)
    await database
      .insertInto('passkey')
      .values({
        accountId: id,
        credentialId: Buffer.from(`key ${n} of ${id}`).toString('base64url'),
        publicKey: Buffer.from('k'),
        name: `Key ${n}`,
        transports: [],
        counter: 0,
        isSynced: false,
      })
      .execute()
  const given = []
  for (let n = 0; n < 6; n++) {
    const { challenge } = (await me('POST', '/api/passkey/options')).body
    given.push({
      name: `New ${n}`,
      credential: makePasskeyDevice().create({ challenge, origin: 'http://localhost:3999', counter: 0 }),
    })
  }
  const answers = await Promise.all(given.map((one) => me('POST', '/api/passkey/', one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409, 409, 409, 409])
  expect([await isIn(me), await isIn(elsewhere)]).toEqual([true, false])
})

it('F-24 ending one’s own sessions needs a fresh authentication', async () => {
  const { id, email } = await make()
  const [me, elsewhere] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  const hourAgo = new Date(Date.now() - 3600_000).toISOString()
  await database.updateTable('session').set({ authenticatedOn: hourAgo }).where('accountId', '=', id).execute()
  expect((await me('DELETE', '/api/mySession')).body.code).toBe('reauthentication-needed')
  expect(await isIn(elsewhere)).toBe(true)
})

it('F-24 an administrator signs somebody of their own out everywhere, who is told; nobody else can', async () => {
  const person = await make({ roles: ['organization-staff'] })
  const theirs = await product.signIn(person.email, PASSWORD)
  const as = async (roles: NonNullable<Parameters<typeof makeAccount>[1]>['roles'], organizationId: string) =>
    product.signIn((await makeAccount(database, { organizationId, roles: roles ?? [] })).email, PASSWORD)
  const end = (call: typeof product.anonymous) => call('POST', `/api/portalAccount/${person.id}/endSessions`)
  const stranger = (await makeOrganization(database)).id
  expect((await end(await as(['organization-admin'], stranger))).status).toBe(404)
  expect((await end(await as(['organization-staff'], organization.id))).status).toBe(403)
  expect(await isIn(theirs)).toBe(true)
  const admin = await as(['organization-admin'], organization.id)
  expect(await end(admin)).toMatchObject({ status: 200, body: { ended: 1 } })
  expect(await isIn(theirs)).toBe(false)
  await product.workJobs()
  expect((await product.outbox(person.email)).filter((m) => m.subject.startsWith('You were signed out'))).toHaveLength(
    1,
  )
  expect((await end(admin)).body).toEqual({ ended: 0 })
})
