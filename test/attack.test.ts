import { expect, it } from 'vitest'
import { makeWorld } from './access-table.ts'
import { startTestApp } from './app.ts'
import { solveCaptcha } from './captcha.ts'
import { makeAccount, PASSWORD } from './factories.ts'
import { sendReviewNotices } from './review-notices.ts'

const product = await startTestApp()
const { database, anonymous } = product
const { world, as } = await makeWorld(product)
const staffA = await as('staffA')
const strangers = [await as('staffC'), await as('adminC'), await as('member'), await as('support')]

it('D-PERM-1 unknown fields in a body change nothing: no owner, author, standing or role', async () => {
  const loot = {
    id: world.accountA,
    organizationId: world.organizationB,
    createdBy: world.accountA,
    senderOrganizationId: world.organizationB,
    standing: 'verified',
    requireMfa: true,
    roles: ['platform-admin'],
    isAdmin: true,
    createdOn: '2001-01-01T00:00:00.000Z',
  }
  // A caller may choose the ID of a new record, never that of one that exists.
  const { id: _, ...otherLoot } = loot
  const person = (await staffA('POST', '/api/contact/', { firstName: 'Loot', lastName: 'Er', ...otherLoot })).body
  expect(person).toMatchObject({ organizationId: world.organizationA })
  const taken = await strangers[1]?.('POST', '/api/contact/', { firstName: 'Not', lastName: 'Mine', id: person.id })
  expect([taken?.status, taken?.body.id, taken?.body.firstName]).toEqual([409, undefined, undefined])
  const changed = await staffA('PUT', `/api/contact/${person.id}`, { firstName: 'Loot2', version: 1, ...loot })
  expect(changed.body).toMatchObject({ id: person.id, firstName: 'Loot2', organizationId: world.organizationA })
  expect(changed.body.createdOn > '2020').toBe(true)

  const referral = await staffA('POST', '/api/referral/', {
    ...loot,
    contactId: world.contact,
    recipientOrganizationId: world.organizationB,
    need: 'food-insecurity',
    status: 'Completed',
    send: false,
  })
  expect(referral.status).toBe(201)
  const row = await database
    .selectFrom('referral')
    .select(['senderOrganizationId', 'status'])
    .where('id', '=', referral.body.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ senderOrganizationId: world.organizationA, status: 'Draft' })

  const admin = await as('adminA')
  const before = (await admin('GET', '/api/organization/current')).body
  await admin('PUT', `/api/organization/${world.organizationA}`, {
    name: 'Organization A',
    version: before.version,
    ...loot,
    standing: 'refused',
    sourceName: 'mine',
    lastVerifiedOn: '2030-01-01T00:00:00.000Z',
  })
  const after = await database
    .selectFrom('organization')
    .select(['standing', 'sourceName', 'lastVerifiedOn', 'requireMfa'])
    .where('id', '=', world.organizationA)
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ standing: 'verified', sourceName: null, lastVerifiedOn: null, requireMfa: false })
})

it('REF-01 INT-03 identifiers of other organizations in a body give no access to their records', async () => {
  for (const stranger of strangers) {
    const { status } = await stranger('POST', '/api/referral/', {
      contactId: world.contact,
      recipientOrganizationId: world.organizationB,
      need: 'food-insecurity',
      send: false,
    })
    expect([400, 403, 404]).toContain(status)
    for (const path of [`/api/referral/${world.referral}`, `/api/contact/${world.contact}`])
      expect([403, 404]).toContain((await stranger('GET', path)).status)
    const listed = await stranger('GET', `/api/referral/?contactId=${world.contact}`)
    expect(JSON.stringify(listed.body)).not.toContain('Noor')
  }
  // A forged cursor lists only the caller's own people.
  const cursor = Buffer.from(JSON.stringify(['', '', '00000000-0000-4000-8000-000000000000'])).toString('base64url')
  const people = await (await as('staffC'))('GET', `/api/contact/?cursor=${cursor}`)
  expect(people.body.items ?? []).toEqual([])
})

it('LOGIN-04 a made-up X-Forwarded-For gives no further tries where no proxy is trusted', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 105 && statuses.at(-1) !== 429; n++) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` }
    const credentials = { email: `nobody-${n}@example.test`, password: 'x' }
    statuses.push((await anonymous('POST', '/api/auth/login/fallback', credentials, headers)).status)
  }
  expect(statuses.at(-1)).toBe(429)
})

it('LOGIN-04 behind a proxy counts the address that the proxy added, not those that the caller wrote before it', async () => {
  const behindProxy = await startTestApp({ TRUST_PROXY: 'true' })
  const { id, email } = await makeAccount(behindProxy.database)
  const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }
  await behindProxy.anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD }, headers)
  const sessions = behindProxy.database.selectFrom('session').select('ip').where('accountId', '=', id)
  expect(await sessions.execute()).toEqual([{ ip: '203.0.113.9' }])
  for (const [written, kept] of [
    ['203.0.113.9:40213', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:40213', '2001:db8::7'],
    ['unknown', '127.0.0.1'],
    ['256.1.1.1', '127.0.0.1'],
    ['9'.repeat(5000), '127.0.0.1'],
  ] as const) {
    const answer = await behindProxy.anonymous(
      'POST',
      '/api/auth/login/fallback',
      { email, password: PASSWORD },
      { 'x-forwarded-for': `198.51.100.7, ${written}` },
    )
    expect(answer.status).toBe(200)
    const newest = await sessions.orderBy('createdOn', 'desc').executeTakeFirst()
    expect(newest?.ip).toBe(kept)
  }
})

it('REG-05 names with line ends, markup and template signs reach mail as plain words', async () => {
  const email = 'crlf@example.test'
  await sendReviewNotices(product)
  const { status } = await anonymous('POST', '/api/organizationRegistration/register', {
    firstName: 'Ana\r\nBcc: everybody@example.test',
    lastName: '<img src=x onerror=alert(1)> {{product}} $t(confirm.subject)',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0100',
    password: 'Long-enough-77-pass',
    confirmPassword: 'Long-enough-77-pass',
    securityQuestion: 'childhood-street',
    securityQuestionAnswer: 'Elm',
    organization: '<script>alert(1)</script> House\r\nTo: all',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(anonymous),
  })
  expect(status).toBeLessThan(300)
  await sendReviewNotices(product)
  const mails = await product.outbox()
  expect(mails.filter((m) => m.to === email).length).toBeGreaterThan(0)
  for (const { subject, html, to } of mails) {
    expect(`${subject}${to}`).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<script|<img src=x/)
  }
  const review = mails.find((m) => m.html.includes('House'))
  expect(review?.text).toContain('<img src=x onerror=alert(1)> {{product}} $t(confirm.subject)')
})
