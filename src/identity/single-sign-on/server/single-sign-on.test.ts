import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { addPerson, CLIENT_ID, CLIENT_SECRET, signInAtProvider, startOpenIdProvider } from '#test/openid-provider.ts'
import { overtaken } from '#test/overtaken.ts'

const PORTAL = 'http://127.0.0.1:3999'
const peer = await startOpenIdProvider(PORTAL)
afterAll(peer.stop)
const product = await startTestApp({
  AUTH_TYPE: 'oidc',
  OIDC_ISSUER: peer.issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_NAME: 'County Login',
})
const { database } = product
afterEach(() => {
  peer.controls.tamper = null
  peer.controls.isSilent = false
})

/** A caller that keeps cookies between calls. */
function openBrowser() {
  const jar = new Map<string, string>()
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const r = await product.app.inject({
      method,
      url,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(payload ? { payload } : {}),
    })
    for (const { name, value } of r.cookies) value ? jar.set(name, value) : jar.delete(name)
    const isJson = String(r.headers['content-type']).includes('json')
    return {
      status: r.statusCode,
      location: String(r.headers.location ?? ''),
      body: isJson && r.body ? r.json() : r.body,
    }
  }
  const backAt = (address: string) => call('GET', address.slice(PORTAL.length))
  const signInAs = async (subject: string) => {
    const { location } = await call('GET', '/api/singleSignOn/start')
    return signInAtProvider(location, subject, PORTAL)
  }
  return { jar, call, backAt, signInAs, me: () => call('GET', '/api/portalAccount/current') }
}
type Browser = ReturnType<typeof openBrowser>

let next = 1
function newPerson(email = `somebody-${next}@example.test`) {
  const subject = `subject-${next++}`
  addPerson(subject, email)
  return { subject, email }
}
const signInByPassword = (browser: Browser, email: string) =>
  browser.call('POST', '/api/auth/login/fallback', { email, password: PASSWORD })

/** Links an identity to an account through the security page. */
async function link(browser: Browser, subject: string) {
  const { body } = await browser.call('POST', '/api/singleSignOn/link')
  return browser.backAt(await signInAtProvider(body.url, subject, PORTAL))
}

/** Follows the link mailed to an address, in a browser. */
async function mailedCode(browser: Browser, email: string) {
  expect((await browser.call('POST', '/api/singleSignOn/mail', { email })).status).toBe(204)
  await product.workJobs()
  const [mail] = await product.outbox(email)
  return /signOn\/confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null
}

describe('D-AUTH-1 first sign-in through the provider', () => {
  it('D-AUTH-1 never ties an identity to an account because the address is the same', async () => {
    const account = await makeAccount(database)
    const { subject } = newPerson(account.email)
    const browser = openBrowser()
    const back = await browser.backAt(await browser.signInAs(subject))
    expect(back).toMatchObject({ status: 303, location: '/auth/signOn/new' })
    expect((await browser.me()).status).toBe(401)
    expect((await browser.call('GET', '/api/singleSignOn/pending')).body).toEqual({
      label: account.email,
      provider: 'County Login',
    })
  })

  it('D-AUTH-1 links an invited account by the link mailed to its own address, once and in this browser alone', async () => {
    const { subject } = newPerson()
    const invited = await makeAccount(database, { confirmed: false })
    await database.updateTable('account').set({ passwordHash: null }).where('id', '=', invited.id).execute()
    const browser = openBrowser()
    await browser.backAt(await browser.signInAs(subject))
    const code = await mailedCode(browser, invited.email)

    const stranger = openBrowser()
    expect((await stranger.call('GET', `/api/singleSignOn/link/${code}`)).status).toBe(410)
    expect((await stranger.call('POST', `/api/singleSignOn/link/${code}`, { password: PASSWORD })).status).toBe(410)

    expect((await browser.call('GET', `/api/singleSignOn/link/${code}`)).body).toMatchObject({ email: invited.email })
    const twice = await Promise.all(
      [1, 2].map(() => browser.call('POST', `/api/singleSignOn/link/${code}`, { password: PASSWORD })),
    )
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 410])
    await product.workJobs()
    expect((await product.outbox(invited.email))[0]?.subject).toContain('linked')

    const later = openBrowser()
    expect(await later.backAt(await later.signInAs(subject))).toMatchObject({ location: '/home/redirect' })
    expect((await later.me()).body.email).toBe(invited.email)
  })

  it('D-AUTH-1 says the same about known and unknown addresses, and mails no more than five links an hour', async () => {
    const { subject } = newPerson()
    const account = await makeAccount(database)
    const browser = openBrowser()
    await browser.backAt(await browser.signInAs(subject))
    expect(await mailedCode(browser, 'nobody-at-all@example.test')).toBeNull()
    for (let i = 0; i < 7; i++) await browser.call('POST', '/api/singleSignOn/mail', { email: account.email })
    await product.workJobs()
    expect(await product.outbox(account.email)).toHaveLength(5)
    expect((await openBrowser().call('POST', '/api/singleSignOn/mail', { email: account.email })).status).toBe(410)
  })

  it('D-AUTH-1 holds the provider to the same checks as a password', async () => {
    const unreviewed = await makeAccount(database, { approved: false })
    const { subject } = newPerson()
    const browser = openBrowser()
    await browser.backAt(await browser.signInAs(subject))
    const code = await mailedCode(browser, unreviewed.email)
    expect((await browser.call('POST', `/api/singleSignOn/link/${code}`, { password: PASSWORD })).status).toBe(403)

    const gone = await makeAccount(database)
    const other = newPerson()
    const linked = openBrowser()
    await signInByPassword(linked, gone.email)
    await link(linked, other.subject)
    await database
      .updateTable('account')
      .set({ deactivatedOn: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    const later = openBrowser()
    expect((await later.backAt(await later.signInAs(other.subject))).location).toBe('/auth/login?problem=notActive')
    expect((await later.me()).status).toBe(401)
  })
})

it('F-15 D-AUTH-1 a mailed link ties nothing without the password of the account, and takes five tries', async () => {
  const account = await makeAccount(database)
  const browser = openBrowser()
  await browser.backAt(await browser.signInAs(newPerson().subject))
  const code = await mailedCode(browser, account.email)
  const path = `/api/singleSignOn/link/${code}`
  expect((await browser.call('GET', path)).body).toMatchObject({ proof: 'password' })
  expect((await browser.call('POST', path, {})).body.errors[0].path).toBe('password')
  const tries = await Promise.all(Array.from({ length: 8 }, () => browser.call('POST', path, { password: 'wrong' })))
  expect(tries.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect((await browser.me()).status).toBe(401)
  const { identities } = await database
    .selectFrom('signOnIdentity')
    .select(({ fn }) => fn.countAll<number>().as('identities'))
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(Number(identities)).toBe(0)
})

it("D-AUTH-1 ties nothing to an account that is held back, whose address may be a thief's", async () => {
  const account = await makeAccount(database)
  const { subject } = newPerson()
  const browser = openBrowser()
  await browser.backAt(await browser.signInAs(subject))
  const code = await mailedCode(browser, account.email)
  await database
    .insertInto('accountFreeze')
    .values({ accountId: account.id, recoveryEmail: account.email, toldOn: new Date().toISOString() })
    .execute()
  expect((await browser.call('POST', `/api/singleSignOn/link/${code}`, { password: PASSWORD })).body.code).toBe(
    'account-frozen',
  )
  expect(await mailedCode(browser, account.email)).toBe(code)
  await database.deleteFrom('accountFreeze').where('accountId', '=', account.id).execute()
  const later = openBrowser()
  expect((await later.backAt(await later.signInAs(subject))).location).toBe('/auth/signOn/new')
})

it('D-AUTH-1 ORG-03 ties nothing by a link that went to an address which is no longer the account’s', async () => {
  const organizationId = (await makeOrganization(database)).id
  const admin = await makeAccount(database, { organizationId, roles: ['organization-admin'] })
  const account = await makeAccount(database, { organizationId })
  const browser = openBrowser()
  await browser.backAt(await browser.signInAs(newPerson().subject))
  const code = await mailedCode(browser, account.email)
  const asAdmin = await product.signIn(admin.email, PASSWORD)
  const email = 'moved@example.test'
  await asAdmin('PUT', '/api/portalAccount/', { id: account.id, version: account.version, email })
  await product.workJobs()
  for (const mailbox of [account.email, email]) {
    const texts = (await product.outbox(mailbox)).map(({ text }) => /account\/confirm\/([\w-]+)/.exec(text)?.[1])
    const word = await product.anonymous('POST', `/api/accountChange/${texts.find(Boolean)}/confirm`)
    expect([word.status, word.body.isDone]).toEqual([200, mailbox === email])
  }
  expect((await browser.call('POST', `/api/singleSignOn/link/${code}`, { password: PASSWORD })).status).toBe(410)
})

it('D-AUTH-1 ties nothing by a link that ended while it was followed', async () => {
  const account = await makeAccount(database)
  const browser = openBrowser()
  await browser.backAt(await browser.signInAs(newPerson().subject))
  const code = await mailedCode(browser, account.email)
  const answer = await overtaken(database, account.id, {
    call: () => browser.call('POST', `/api/singleSignOn/link/${code}`, { password: PASSWORD }),
    change: (transaction) =>
      sql`update account_token set withdrawn_on = now() where account_id = ${account.id}`.execute(transaction),
  })
  expect(answer).toMatchObject({ status: 410, body: { code: 'gone' } })
  expect((await browser.me()).status).toBe(401)
})

it('D-AUTH-1 mails no link if the address changes or the account is deactivated at that moment', async () => {
  for (const change of [sql`email = 'moved-' || email`, sql`deactivated_on = now()`]) {
    const account = await makeAccount(database)
    const browser = openBrowser()
    await browser.backAt(await browser.signInAs(newPerson().subject))
    await browser.call('POST', '/api/singleSignOn/mail', { email: account.email })
    await overtaken(database, account.id, {
      call: product.workJobs,
      change: (transaction) => sql`update account set ${change} where id = ${account.id}`.execute(transaction),
    })
    expect(await product.outbox(account.email)).toEqual([])
    const links = database.selectFrom('accountToken').select('codeHash').where('accountId', '=', account.id)
    expect(await links.execute()).toEqual([])
  }
})

describe('D-AUTH-1 what comes back from the provider', () => {
  const refused = { status: 303, location: '/auth/login?problem=failed' }
  const forged = {
    'a wrong issuer': (claims: object) => ({ ...claims, iss: 'http://127.0.0.1:1' }),
    'a wrong audience': (claims: object) => ({ ...claims, aud: 'another-portal' }),
    'a stale nonce': (claims: object) => ({ ...claims, nonce: 'of-another-sign-in' }),
    'no nonce': (claims: object) => ({ ...claims, nonce: undefined }),
    'a token that has expired': (claims: object) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 }),
  }
  it.each(Object.entries(forged))('D-AUTH-1 refuses %s, though the provider signed it', async (_what, change) => {
    const { subject } = newPerson()
    const browser = openBrowser()
    const address = await browser.signInAs(subject)
    peer.controls.tamper = change
    expect(await browser.backAt(address)).toMatchObject(refused)
    expect((await browser.call('GET', '/api/singleSignOn/pending')).status).toBe(410)
  })

  it('D-AUTH-1 takes the same token when nothing in it was changed', async () => {
    const { subject } = newPerson()
    const browser = openBrowser()
    const address = await browser.signInAs(subject)
    peer.controls.tamper = (claims) => claims
    expect((await browser.backAt(address)).location).toBe('/auth/signOn/new')
  })

  it('D-AUTH-1 refuses a wrong state, another browser, a second answer and a code of another sign-in', async () => {
    const { subject } = newPerson()
    const browser = openBrowser()
    const first = await browser.signInAs(subject)
    const wrongState = new URL(first)
    wrongState.searchParams.set('state', 'made-up')
    expect(await browser.backAt(wrongState.href)).toMatchObject(refused)
    expect(await openBrowser().backAt(first)).toMatchObject(refused)
    const both = await Promise.all([browser.backAt(first), browser.backAt(first)])
    expect(both.map((answer) => answer.location).sort()).toEqual([refused.location, '/auth/signOn/new'])

    const second = new URL(await browser.signInAs(subject))
    second.searchParams.set('code', new URL(first).searchParams.get('code') ?? '')
    expect(await browser.backAt(second.href)).toMatchObject(refused)
    const third = new URL(await browser.signInAs(subject))
    third.searchParams.set('iss', 'http://127.0.0.1:1')
    expect(await browser.backAt(third.href)).toMatchObject(refused)
  })

  it('D-AUTH-1 says so when the person turned back, and when the provider is away', async () => {
    const browser = openBrowser()
    const { location } = await browser.call('GET', '/api/singleSignOn/start')
    const state = new URL(location).searchParams.get('state')
    expect(
      await browser.backAt(`${PORTAL}/api/singleSignOn/callback?error=access_denied&state=${state}`),
    ).toMatchObject({
      location: '/auth/login?problem=cancelled',
    })
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256')
    const closed = await startOpenIdProvider(PORTAL)
    await closed.stop()
    const away = await startTestApp({
      AUTH_TYPE: 'OIDC',
      OIDC_ISSUER: closed.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    })
    expect((await away.anonymous('GET', '/api/singleSignOn/start')).headers.location).toBe(
      '/auth/login?problem=unreachable',
    )
  })
})

describe('D-AUTH-1 linked identities', () => {
  it('D-AUTH-1 links on the security page after a fresh authentication alone, and an identity to one account alone', async () => {
    const { subject, email } = newPerson()
    const account = await makeAccount(database)
    const browser = openBrowser()
    await signInByPassword(browser, account.email)
    await database
      .updateTable('session')
      .set({ authenticatedOn: new Date(Date.now() - 3600_000).toISOString() })
      .where('accountId', '=', account.id)
      .execute()
    expect((await browser.call('POST', '/api/singleSignOn/link')).status).toBe(401)
    await browser.call('POST', '/api/authentication/reauthenticate', { password: PASSWORD })
    expect((await link(browser, subject)).location).toBe('/myAccount/security?signOn=linked')
    const { body } = await browser.call('GET', '/api/singleSignOn/identity')
    expect(body).toMatchObject({ items: [{ label: email, issuer: peer.issuer }], mayUnlink: true })

    const rival = openBrowser()
    await signInByPassword(rival, (await makeAccount(database)).email)
    expect((await link(rival, subject)).location).toBe('/myAccount/security?signOn=taken')
    expect((await rival.call('DELETE', `/api/singleSignOn/identity/${body.items[0].id}`)).status).toBe(404)
    expect((await browser.call('DELETE', `/api/singleSignOn/identity/${body.items[0].id}`)).status).toBe(204)
    const later = openBrowser()
    expect((await later.backAt(await later.signInAs(subject))).location).toBe('/auth/signOn/new')
  })

  it('D-AUTH-1 does not link what another session began', async () => {
    const { subject } = newPerson()
    const browser = openBrowser()
    await signInByPassword(browser, (await makeAccount(database)).email)
    const { body } = await browser.call('POST', '/api/singleSignOn/link')
    const address = await signInAtProvider(body.url, subject, PORTAL)
    await signInByPassword(browser, (await makeAccount(database)).email)
    expect((await browser.backAt(address)).location).toBe('/auth/login?problem=failed')
  })

  it('D-AUTH-2 links nothing for a session that ended, or an account that was frozen, while the provider was asked', async () => {
    const end = (id: string) => sql`delete from session where account_id = ${id}`
    const freeze = (id: string) =>
      sql`insert into account_freeze (account_id, recovery_email, told_on) values (${id}, 'me@example.test', now())`
    for (const change of [end, freeze]) {
      const account = await makeAccount(database)
      const browser = openBrowser()
      await signInByPassword(browser, account.email)
      const { body } = await browser.call('POST', '/api/singleSignOn/link')
      const address = await signInAtProvider(body.url, newPerson().subject, PORTAL)
      const back = await overtaken(database, account.id, {
        call: () => browser.backAt(address),
        change: (transaction) => change(account.id).execute(transaction),
      })
      expect(back.location).toBe('/myAccount/security?signOn=failed')
      const identities = database.selectFrom('signOnIdentity').select('id').where('accountId', '=', account.id)
      expect(await identities.execute()).toEqual([])
    }
  })

  it('D-AUTH-1 keeps the last way into an account, also when both are removed at once', async () => {
    const account = await makeAccount(database)
    const browser = openBrowser()
    await signInByPassword(browser, account.email)
    for (const { subject } of [newPerson(), newPerson()]) await link(browser, subject)
    await database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
    const { items } = (await browser.call('GET', '/api/singleSignOn/identity')).body as { items: { id: string }[] }
    const both = await Promise.all(items.map(({ id }) => browser.call('DELETE', `/api/singleSignOn/identity/${id}`)))
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 409])
  })

  it('D-AUTH-1 lets an account without a password confirm at the provider that it is there', async () => {
    const account = await makeAccount(database)
    const { subject } = newPerson()
    const browser = openBrowser()
    await signInByPassword(browser, account.email)
    await link(browser, subject)
    await database
      .updateTable('session')
      .set({ authenticatedOn: new Date(Date.now() - 3600_000).toISOString() })
      .where('accountId', '=', account.id)
      .execute()
    const ask = () => browser.call('POST', '/api/singleSignOn/confirm', { returnUrl: '/myAccount/security' })
    const stranger = newPerson()
    const wrong = await browser.backAt(await signInAtProvider((await ask()).body.url, stranger.subject, PORTAL))
    expect(wrong.location).toBe('/myAccount/security?signOn=other')
    expect((await browser.call('POST', '/api/singleSignOn/link')).status).toBe(401)
    const { url } = (await ask()).body
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    expect((await browser.backAt(await signInAtProvider(url, subject, PORTAL))).location).toBe('/myAccount/security')
    expect((await browser.call('POST', '/api/singleSignOn/link')).status).toBe(200)
  })

  it('D-AUTH-1 SEC-03 a confirmation at the provider is no second factor, neither for a sign-in nor for a mailed password', async () => {
    const organization = await makeOrganization(database)
    const account = await makeAccount(database, { organizationId: organization.id })
    const { subject } = newPerson()
    const browser = openBrowser()
    await signInByPassword(browser, account.email)
    await link(browser, subject)
    const begin = async () => {
      const { body } = await browser.call('POST', '/api/singleSignOn/confirm', { returnUrl: '/myAccount/security' })
      return signInAtProvider(body.url, subject, PORTAL)
    }
    await database.updateTable('account').set({ passwordByLink: true }).where('id', '=', account.id).execute()
    expect((await browser.backAt(await begin())).location).toBe('/myAccount/security')
    const { passwordByLink } = await database
      .selectFrom('account')
      .select('passwordByLink')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(passwordByLink).toBe(true)

    const address = await begin()
    await database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organization.id).execute()
    await signInByPassword(browser, account.email)
    expect((await browser.backAt(address)).location).toBe('/auth/login?problem=failed')
    expect((await browser.me()).body.mfaRequired).toBe(true)
  })
})

it('D-AUTH-1 a sign-in that is under way goes on through every step of replacing a secret key', async () => {
  const { secretKeys } = product.config
  const { subject } = newPerson()
  const browser = openBrowser()
  const begun = [await browser.signInAs(subject)]
  secretKeys.push('a-key-that-is-newer-and-long-enough-1')
  begun.push(await browser.signInAs(subject), await browser.signInAs(subject))
  const [first = '', second = '', third = ''] = begun
  expect((await browser.backAt(first)).location).toBe('/auth/signOn/new')
  secretKeys.reverse()
  expect((await browser.backAt(second)).location).toBe('/auth/signOn/new')
  // A process that is one step behind answers what another one began.
  const ahead = await browser.signInAs(subject)
  secretKeys.reverse()
  expect((await browser.backAt(ahead)).location).toBe('/auth/signOn/new')
  secretKeys.shift()
  expect((await browser.backAt(third)).location).toBe('/auth/login?problem=failed')
})

it('OUT-01 signs out here and then at the provider, once', async () => {
  const account = await makeAccount(database)
  const { subject } = newPerson()
  const browser = openBrowser()
  await signInByPassword(browser, account.email)
  await link(browser, subject)
  await browser.backAt(await browser.signInAs(subject))
  await browser.call('POST', '/api/authentication/logout')
  expect((await browser.me()).status).toBe(401)
  const { url } = (await browser.call('POST', '/api/singleSignOn/signOut')).body
  expect(url).toMatch(new RegExp(`^${peer.issuer}/session/end\\?`))
  expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${PORTAL}/auth/logout`)
  expect((await fetch(url)).status).toBe(200)
  expect((await browser.call('POST', '/api/singleSignOn/signOut')).body.url).toBeNull()
  const kept = await database.selectFrom('signOnVisit').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain('eyJ')
})

it('D-AUTH-1 without AUTH_TYPE=oidc there is no single sign-on', async () => {
  const plain = await startTestApp()
  expect((await plain.anonymous('GET', '/api/singleSignOn/start')).status).toBe(404)
  expect((await plain.anonymous('GET', '/api/configuration')).body.signOnName).toBeNull()
})
