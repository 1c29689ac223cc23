import { describe, expect, it, vi } from 'vitest'
import { passkeyOrigin } from '#platform/server/passkey-origin.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { overtaken } from '#test/overtaken.ts'
import { makePasskeyDevice, type PasskeyDevice } from '#test/passkey-device.ts'

const product = await startTestApp()
const { database } = product
const origin = 'http://localhost:3999'

const challengeFrom = async (caller: Caller, path: string) => (await caller('POST', path)).body.challenge as string
async function register(me: Caller, device: PasskeyDevice, name = 'My phone', counter = 0) {
  const challenge = await challengeFrom(me, '/api/passkey/options')
  return me('POST', '/api/passkey/', { name, credential: device.create({ challenge, origin, counter }) })
}
async function signInWith(device: PasskeyDevice, change: Partial<Parameters<PasskeyDevice['sign']>[0]> = {}) {
  const challenge = await challengeFrom(product.anonymous, '/api/passkey/signIn/options')
  return product.anonymous('POST', '/api/passkey/signIn', { credential: device.sign({ challenge, origin, ...change }) })
}
const cookieOf = (answer: Awaited<ReturnType<Caller>>) =>
  [answer.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ')
async function makeOwner(given: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(database, given)
  const me = await product.signIn(account.email, PASSWORD)
  const device = makePasskeyDevice()
  expect((await register(me, device)).status).toBe(204)
  return { account, me, device }
}

describe('D-PASSKEY-1 one’s own passkeys', () => {
  it('D-PASSKEY-1 registers, shows, renames and removes a passkey, and tells the owner of the first and last', async () => {
    const { account, me } = await makeOwner()
    expect((await register(me, makePasskeyDevice({ isSynced: true }), 'Laptop')).status).toBe(204)
    const { body } = await me('GET', '/api/passkey/')
    expect(body).toMatchObject({
      items: [
        { name: 'My phone', isSynced: false, lastUsedOn: null },
        { name: 'Laptop', isSynced: true },
      ],
      whyNotRemovable: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/publicKey|credentialId/)
    const { id } = body.items[0]
    expect((await me('PUT', `/api/passkey/${id}`, { name: ' Blue phone ' })).status).toBe(204)
    expect((await me('PUT', `/api/passkey/${id}`, { name: ' ' })).status).toBe(400)
    expect((await me('GET', '/api/passkey/')).body.items[0].name).toBe('Blue phone')
    expect((await me('DELETE', `/api/passkey/${id}`)).status).toBe(204)
    await product.workJobs()
    expect((await product.outbox(account.email)).map((mail) => mail.subject).sort()).toEqual([
      'A passkey was added to your Hearthline account',
      'A passkey was added to your Hearthline account',
      'A passkey was removed from your Hearthline account',
    ])
  })

  it('D-PASSKEY-1 asks for a fresh authentication before one is added or removed, and shows nobody another’s', async () => {
    const { account, me } = await makeOwner()
    const { id } = (await me('GET', '/api/passkey/')).body.items[0]
    const stranger = await product.signIn((await makeAccount(database)).email, PASSWORD)
    expect((await stranger('GET', '/api/passkey/')).body.items).toEqual([])
    expect((await stranger('DELETE', `/api/passkey/${id}`)).status).toBe(404)
    expect((await stranger('PUT', `/api/passkey/${id}`, { name: 'Mine' })).status).toBe(404)
    await database
      .updateTable('session')
      .set({ authenticatedOn: new Date(Date.now() - 3600_000).toISOString() })
      .where('accountId', '=', account.id)
      .execute()
    const refusals = [
      await me('POST', '/api/passkey/options'),
      await me('DELETE', `/api/passkey/${id}`),
      await me('POST', '/api/passkey/', {
        name: 'x',
        credential: makePasskeyDevice().create({ challenge: 'x', origin }),
      }),
    ]
    expect(refusals.map((answer) => answer.status)).toEqual([401, 401, 401])
  })

  it('D-PASSKEY-1 refuses a registration that was used, is another’s, unverified, or for another site', async () => {
    const me = await product.signIn((await makeAccount(database)).email, PASSWORD)
    const other = await product.signIn((await makeAccount(database)).email, PASSWORD)
    const challenge = await challengeFrom(me, '/api/passkey/options')
    const device = makePasskeyDevice()
    const body = { name: 'Phone', credential: device.create({ challenge, origin }) }
    expect((await other('POST', '/api/passkey/', body)).status).toBe(410)
    const both = await Promise.all([me('POST', '/api/passkey/', body), me('POST', '/api/passkey/', body)])
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 410])
    for (const wrong of [{ isVerified: false }, { origin: 'https://evil.test' }, { rpId: 'evil.test' }]) {
      const next = await challengeFrom(me, '/api/passkey/options')
      const credential = makePasskeyDevice().create({ challenge: next, origin, ...wrong })
      expect((await me('POST', '/api/passkey/', { name: 'Phone', credential })).status).toBe(400)
    }
    const again = await challengeFrom(other, '/api/passkey/options')
    const copy = { name: 'Phone', credential: device.create({ challenge: again, origin }) }
    expect((await other('POST', '/api/passkey/', copy)).status).toBe(409)
    for (const junk of [{}, { name: 'x', credential: { id: '../' } }, 'x'])
      expect((await me('POST', '/api/passkey/', junk)).status).toBeLessThan(500)
  })

  it('D-PASSKEY-1 keeps the passkey that is the last sign-in method', async () => {
    const { account, me } = await makeOwner()
    await database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
    const { items, whyNotRemovable } = (await me('GET', '/api/passkey/')).body
    expect(whyNotRemovable).toBe('last-sign-in-method')
    expect(await me('DELETE', `/api/passkey/${items[0].id}`)).toMatchObject({
      status: 409,
      body: { code: 'last-sign-in-method' },
    })
  })

  it('SEC-08 D-PASSKEY-1 keeps the passkey that is the last second factor where one is required', async () => {
    const organization = await makeOrganization(database)
    const { me } = await makeOwner({ organizationId: organization.id })
    const rules = { requireMfa: true, refuseEmailCodes: true }
    await database.updateTable('organization').set(rules).where('id', '=', organization.id).execute()
    const { items, whyNotRemovable } = (await me('GET', '/api/passkey/')).body
    expect(whyNotRemovable).toBe('last-second-factor')
    expect(await me('DELETE', `/api/passkey/${items[0].id}`)).toMatchObject({
      status: 409,
      body: { code: 'last-second-factor' },
    })
    expect((await register(me, makePasskeyDevice(), 'Laptop')).status).toBe(204)
    expect((await me('GET', '/api/passkey/')).body.whyNotRemovable).toBeNull()
    expect((await me('DELETE', `/api/passkey/${items[0].id}`)).status).toBe(204)
  })
})

describe('D-PASSKEY-2 signing in with a passkey', () => {
  it('D-PASSKEY-2 opens a whole session by the passkey alone, also where a second factor is required', async () => {
    const { account, device } = await makeOwner({ roles: ['community-member'] })
    await database.insertInto('roleSetting').values({ role: 'community-member', requireMfa: true }).execute()
    const answer = await signInWith(device, { userHandle: account.id })
    expect(answer).toMatchObject({ status: 200, body: { mfaRequired: false, redirectUrl: '/home/redirect' } })
    const me = product.withCookie(cookieOf(answer))
    expect((await me('GET', '/api/portalAccount/current')).body).toMatchObject({
      email: account.email,
      mfaRequired: false,
    })
    expect((await me('GET', '/api/passkey/')).body.items[0].lastUsedOn).not.toBeNull()

    const byPassword = await product.anonymous('POST', '/api/auth/login/fallback', {
      email: account.email,
      password: PASSWORD,
    })
    expect(byPassword.body.mfaRequired).toBe(true)
    const half = product.withCookie(cookieOf(byPassword))
    expect((await half('GET', '/api/passkey/')).status).toBe(401)
    const challenge = await challengeFrom(half, '/api/passkey/confirm/options')
    const confirmed = await half('POST', '/api/passkey/confirm', { credential: device.sign({ challenge, origin }) })
    expect(confirmed.status).toBe(204)
    expect((await product.withCookie(cookieOf(confirmed))('GET', '/api/passkey/')).status).toBe(200)
    expect((await half('GET', '/api/portalAccount/current')).status).toBe(401)
    await database.deleteFrom('roleSetting').execute()
  })

  it('D-PASSKEY-2 takes each answer once, and none for another site, purpose, person or without verification', async () => {
    const { device, me } = await makeOwner()
    const challenge = await challengeFrom(product.anonymous, '/api/passkey/signIn/options')
    const body = { credential: device.sign({ challenge, origin }) }
    const send = () => product.anonymous('POST', '/api/passkey/signIn', body)
    const twice = await Promise.all([send(), send()])
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 401])
    const forConfirming = await challengeFrom(me, '/api/passkey/confirm/options')
    for (const wrong of [
      { challenge: forConfirming },
      { challenge: 'made-up' },
      { isVerified: false },
      { origin: 'http://127.0.0.1:3999' },
      { rpId: 'evil.test' },
      { userHandle: 'somebody-else' },
    ])
      expect((await signInWith(device, wrong)).status).toBe(401)
    const { device: another } = await makeOwner()
    const mine = await challengeFrom(me, '/api/passkey/confirm/options')
    expect(
      (await me('POST', '/api/passkey/confirm', { credential: another.sign({ challenge: mine, origin }) })).status,
    ).toBe(401)
    const late = await challengeFrom(product.anonymous, '/api/passkey/signIn/options')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    const lateAnswer = { credential: device.sign({ challenge: late, origin }) }
    expect((await product.anonymous('POST', '/api/passkey/signIn', lateAnswer)).status).toBe(401)
    vi.useRealTimers()
  })

  it('F-07 D-PASSKEY-2 asking for challenges and answering them wrongly saves nothing; a forged one is refused', async () => {
    const { device } = await makeOwner()
    await database.deleteFrom('passkeyChallenge').execute()
    for (let asked = 0; asked < 20; asked++) {
      const challenge = await challengeFrom(product.anonymous, '/api/passkey/signIn/options')
      const credential = makePasskeyDevice().sign({ challenge, origin })
      expect((await product.anonymous('POST', '/api/passkey/signIn', { credential })).status).toBe(401)
    }
    expect(await database.selectFrom('passkeyChallenge').selectAll().execute()).toEqual([])
    const real = Buffer.from(await challengeFrom(product.anonymous, '/api/passkey/signIn/options'), 'base64url')
    real.writeUInt8(real.readUInt8(5) ^ 1, 5)
    expect((await signInWith(device, { challenge: real.toString('base64url') })).status).toBe(401)
    const good = await signInWith(device)
    expect(good.status).toBe(200)
    expect(await database.selectFrom('passkeyChallenge').selectAll().execute()).toHaveLength(1)
  })

  it('D-PASSKEY-2 D-HTTP-1 who signs in again does so with a passkey of the same account only', async () => {
    const [mine, theirs] = [await makeOwner(), await makeOwner()]
    const signInAs = async (device: PasskeyDevice, accountId: string) => {
      const challenge = await challengeFrom(product.anonymous, '/api/passkey/signIn/options')
      const credential = device.sign({ challenge, origin })
      return product.anonymous('POST', '/api/passkey/signIn', { credential, accountId })
    }
    for (const device of [theirs.device, makePasskeyDevice()]) {
      const refused = await signInAs(device, mine.account.id)
      expect(refused).toMatchObject({ status: 401, body: { code: 'login-failed' } })
      expect(refused.headers).not.toHaveProperty('set-cookie')
    }
    expect((await theirs.me('GET', '/api/passkey/')).body.items).toMatchObject([{ lastUsedOn: null }])
    expect((await signInAs(mine.device, mine.account.id)).status).toBe(200)
    expect((await signInAs(mine.device, 'nobody')).status).toBe(400)
  })

  it('D-PASSKEY-2 tells nothing about unknown passkeys, and holds known ones to the checks of a password', async () => {
    const unknown = await signInWith(makePasskeyDevice())
    expect(unknown).toMatchObject({ status: 401, body: { code: 'login-failed' } })
    const options = (await product.anonymous('POST', '/api/passkey/signIn/options')).body
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const { account, device } = await makeOwner()
    const now = new Date().toISOString()
    const change = (values: object) =>
      database.updateTable('account').set(values).where('id', '=', account.id).execute()
    await change({ approvedOn: null })
    expect((await signInWith(device)).status).toBe(403)
    await change({ approvedOn: now, deactivatedOn: now })
    expect((await signInWith(device)).status).toBe(406)
    await change({ deactivatedOn: null, forcePasswordReset: true })
    expect((await signInWith(device)).body.forcePasswordReset).toBe(true)
  })

  it('D-PASSKEY-2 refuses a counter that does not go on, and writes it into the account’s history', async () => {
    const account = await makeAccount(database)
    const me = await product.signIn(account.email, PASSWORD)
    const device = makePasskeyDevice()
    await register(me, device, 'Key', 5)
    expect((await signInWith(device, { counter: 6 })).status).toBe(200)
    expect((await signInWith(device, { counter: 6 })).status).toBe(401)
    expect((await signInWith(device, { counter: 0 })).status).toBe(401)
    expect((await signInWith(device, { counter: 9 })).status).toBe(200)
    const both = await Promise.all([signInWith(device, { counter: 10 }), signInWith(device, { counter: 10 })])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 401])
    const events = await database
      .selectFrom('accountEvent')
      .select('kind')
      .where('accountId', '=', account.id)
      .where('kind', '=', 'factor-failed')
      .execute()
    expect(events).toHaveLength(3)
  })

  it('D-PASSKEY-2 freshens a session, so that what needs it goes on', async () => {
    const { account, me, device } = await makeOwner()
    await database
      .updateTable('session')
      .set({ authenticatedOn: new Date(Date.now() - 3600_000).toISOString() })
      .where('accountId', '=', account.id)
      .execute()
    expect((await me('POST', '/api/passkey/options')).status).toBe(401)
    const challenge = await challengeFrom(me, '/api/passkey/confirm/options')
    const answer = await me('POST', '/api/passkey/confirm', { credential: device.sign({ challenge, origin }) })
    expect((await product.withCookie(cookieOf(answer))('POST', '/api/passkey/options')).status).toBe(200)
    const without = await product.signIn((await makeAccount(database)).email, PASSWORD)
    expect((await without('POST', '/api/passkey/confirm/options')).status).toBe(404)
  })

  it('D-PASSKEY-1 confirms nothing for a session that ended on the way', async () => {
    const { account, me, device } = await makeOwner()
    const challenge = await challengeFrom(me, '/api/passkey/confirm/options')
    const answer = await overtaken(database, account.id, {
      call: () => me('POST', '/api/passkey/confirm', { credential: device.sign({ challenge, origin, counter: 1 }) }),
      change: (transaction) => transaction.deleteFrom('session').where('accountId', '=', account.id).execute(),
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    expect(await database.selectFrom('session').where('accountId', '=', account.id).select('id').execute()).toEqual([])
  })
})

it('D-AUTH-2 adds no passkey for a session that ended on the way', async () => {
  const account = await makeAccount(database)
  const me = await product.signIn(account.email, PASSWORD)
  const challenge = await challengeFrom(me, '/api/passkey/options')
  const credential = makePasskeyDevice().create({ challenge, origin, counter: 0 })
  const answer = await overtaken(database, account.id, {
    call: () => me('POST', '/api/passkey/', { name: 'My phone', credential }),
    change: (transaction) => transaction.deleteFrom('session').where('accountId', '=', account.id).execute(),
  })
  expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect(await database.selectFrom('passkey').select('id').where('accountId', '=', account.id).execute()).toEqual([])
})

it('D-PASSKEY-3 works under a name or on this machine, and nowhere that browsers would refuse', async () => {
  const answers = {
    'https://portal.example.org/': 'https://portal.example.org',
    'http://127.0.0.1:3000': 'http://localhost:3000',
    'http://localhost:3000': 'http://localhost:3000',
    'http://portal.example.org': null,
    'https://192.0.2.7': null,
    'http://192.0.2.7:3000': null,
    'https://[2001:db8::1]': null,
  }
  expect(Object.fromEntries(Object.keys(answers).map((url) => [url, passkeyOrigin(url)]))).toEqual(answers)
  const nowhere = await startTestApp({ PUBLIC_URL: 'http://192.0.2.7:3000' })
  expect((await nowhere.anonymous('POST', '/api/passkey/signIn/options')).status).toBe(404)
  expect((await nowhere.anonymous('GET', '/api/configuration')).body.passkeyOrigin).toBeNull()
})
