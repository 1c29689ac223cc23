import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startOfDayAt } from '#platform/schema/zone-time.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeConsentStage } from '#test/consent-request-stage.ts'
import { makeOrganization } from '#test/factories.ts'
import { zoneOfAnotherDay } from '#test/other-day.ts'
import { makePerson } from '#test/referral-stage.ts'

const { zone, day } = zoneOfAnotherDay()
const app = await startTestApp({ TIME_ZONE: zone })
const { database, anonymous } = app
const { stage, text, ask, open, linkOf, set } = await makeConsentStage(app)
const { creator, recipient } = stage.as

const DAY = 86_400_000
const lastSecondOf = (days: number) => new Date(startOfDayAt(day(days), zone, 1) - 1000).toISOString()
const again = (given: object = {}) => ({ way: { channel: 'copy' }, language: 'es', sends: 1, ...given })
const messagesTo = (to: string) =>
  database.selectFrom('message').selectAll().where('recipient', '=', to).orderBy('sequence').execute()
const newAddress = () => `noor-${randomUUID()}@example.test`

it('INT-14 a link works for seven days, but not after the consent that it asks for would end', async () => {
  const [usual] = await (await ask()).items()
  expect(Date.parse(usual.linkExpiresOn) - Date.parse(usual.askedOn)).toBeGreaterThan(7 * DAY - 60_000)
  expect(Date.parse(usual.linkExpiresOn) - Date.parse(usual.askedOn)).toBeLessThan(7 * DAY + 60_000)
  const [soon, far] = [await ask({ expiresOn: day(3) }), await ask({ expiresOn: day(30) })]
  expect((await soon.items())[0]).toMatchObject({ expiresOn: day(3), linkExpiresOn: lastSecondOf(3) })
  const [later] = await far.items()
  expect(Date.parse(later.linkExpiresOn) - Date.parse(later.askedOn)).toBeLessThan(7 * DAY + 60_000)
  const sent = await creator('POST', `${soon.of}/send`, again())
  expect(sent.body.items[0].linkExpiresOn).toBe(lastSecondOf(3))
})

it('INT-14 a consent may end today, and a link is not sent again once the consent would be over', async () => {
  const today = await ask({ expiresOn: day(0) })
  expect([today.asked.status, (await today.items())[0].expiresOn]).toEqual([201, day(0)])
  const before = await creator('POST', today.path, { ...today.call, id: randomUUID(), expiresOn: day(-1) })
  expect([before.status, before.body.errors]).toEqual([400, [{ path: 'expiresOn', message: 'end-in-past' }]])
  await set('expires_on', `'${day(-1)}'`, today)
  const late = await creator('POST', `${today.of}/send`, again())
  expect([late.status, late.body.errors]).toEqual([400, [{ path: 'expiresOn', message: 'end-in-past' }]])
  expect((await today.items())[0].sends).toBe(1)
})

it('INT-14 a request names each recipient once and by name, those of the whole network not at all', async () => {
  const names = [stage.recipient, stage.third].sort((one, other) => one.name.localeCompare(other.name))
  const ids = names.map(({ id }) => id)
  const { path, call, items } = await ask({ recipientIds: [...ids].reverse().concat(ids) })
  const [both] = await items()
  expect(both.recipients).toEqual(names.map(({ id, name }) => ({ id, name })))
  expect([...both.recipientIds].sort()).toEqual([...ids].sort())
  const more = (given: object) => creator('POST', path, { ...call, id: randomUUID(), ...given })
  const one = await more({ recipientIds: [stage.third.id] })
  expect(one.body.items.map(({ recipients }: { recipients: object[] }) => recipients.length)).toEqual([1, 2])
  expect(one.body.items[0].recipients).toEqual([{ id: stage.third.id, name: stage.third.name }])
  const whole = await more({ scope: 'network' })
  expect(whole.body.items[0]).toMatchObject({ scope: 'network', recipientIds: [], recipients: [] })
})

it('INT-14 the requests to a person come newest first, with who asked, and of one that left nobody', async () => {
  const { path, call, items, of } = await ask()
  const second = { ...call, id: randomUUID() }
  await creator('POST', path, second)
  const oldest = { call: { id: call.id } }
  await set('asked_on', "now() - interval '1 hour'", oldest)
  expect((await items()).map(({ id }: { id: string }) => id)).toEqual([second.id, call.id])
  await set('asked_on', "now() + interval '1 hour'", oldest)
  expect((await items()).map(({ id }: { id: string }) => id)).toEqual([call.id, second.id])
  await set('asked_by', 'null', oldest)
  expect((await items()).map(({ askedByName }: { askedByName: string | null }) => askedByName)).toEqual([
    ...[null, 'Maria Tester'],
  ])
  // Nothing that opens the link, or tells whose it is.
  expect(Object.keys((await creator('DELETE', of)).body.items[0])).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/code|session|triesLeft/i)]),
  )
})

it('INT-14 a request is sent again in the chosen language and way, and only the newest link and browser count', async () => {
  const { of, link, session, act, items } = await open()
  const first = (await items())[0]
  const second = await creator('POST', `${of}/send`, again({ language: 'en' }))
  const newer = linkOf(second.body.url)
  expect((await anonymous('GET', newer.link)).body.language).toBe('en')
  // The browser that was open is not, at the new link either.
  expect((await act('read')).body).toMatchObject({ status: 410, reason: 'replaced' })
  const kept = await anonymous('POST', `${newer.link}/read`, { session, language: 'en' })
  expect([kept.status, kept.body.code]).toEqual([409, 'consent-request-locked'])
  const email = newAddress()
  const third = await creator('POST', `${of}/send`, again({ way: { channel: 'email', to: email }, sends: 2 }))
  expect([third.body.url, third.body.items[0].channel, third.body.items[0].sends]).toEqual([null, 'email', 3])
  expect(Date.parse(third.body.items[0].sentOn)).toBeGreaterThan(Date.parse(first.sentOn))
  for (const old of [link, newer.link])
    expect((await anonymous('GET', old)).body).toMatchObject({ status: 410, reason: 'replaced' })
  // Called again with what was known before, it sends nothing.
  const repeated = await creator('POST', `${of}/send`, again({ way: { channel: 'email', to: email }, sends: 2 }))
  expect([repeated.body.url, repeated.body.items[0].sends]).toEqual([null, 3])
  expect(await messagesTo(email)).toHaveLength(1)
})

it('INT-14 D-MAIL-1 each message has its own link, in the language that staff chose, in an e-mail or a text', async () => {
  const to = newAddress()
  const { of, path, call } = await ask({ way: { channel: 'email', to }, language: 'en' })
  await creator('POST', `${of}/send`, again({ way: { channel: 'email', to } }))
  const [english, spanish] = await messagesTo(to)
  const product = app.config.productName
  expect(english).toMatchObject({
    kind: 'consent-link',
    language: 'en',
    subject: `${product}: something for you to read`,
  })
  expect(english?.text).toContain('You are asked for your birth date first, so that nobody else reads it.')
  expect(english?.text).toContain('The link works for 7 days.')
  expect(english?.text).toContain('Open it:\n')
  expect(spanish).toMatchObject({ language: 'es', subject: `${product}: algo para que lo lea` })
  expect(spanish?.text).toContain('El enlace sirve durante 7 días.')
  const addressOf = (text: string | null | undefined) => /https?:\/\/\S+\/c\/\S+/.exec(text ?? '')?.[0]
  expect(addressOf(english?.text)).not.toBe(addressOf(spanish?.text))
  expect((await anonymous('GET', linkOf(addressOf(spanish?.text) ?? '').link)).status).toBe(200)
  const number = `+1716555${String(1000 + Math.floor(Math.random() * 9000))}`
  await creator('POST', path, { ...call, id: randomUUID(), way: { channel: 'sms', to: number }, language: 'es' })
  const [sms] = await messagesTo(number)
  expect(sms).toMatchObject({ channel: 'sms', subject: null })
  expect(sms?.text).toBe(`${product}: algo para que lo lea: ${addressOf(sms?.text)}`)
})

it('INT-14 D-MAIL-1 at most five messages a day go to one address, and the sixth makes no request', async () => {
  const to = newAddress()
  const { path, call } = await ask({ way: { channel: 'email', to } })
  const more = () => creator('POST', path, { ...call, id: randomUUID() })
  for (let sent = 1; sent < 5; sent++) expect((await more()).status).toBe(201)
  const over = await more()
  expect([over.status, over.body.code]).toEqual([429, 'too-many-messages'])
  expect(over.body.errors).toMatchObject([{ path: 'way.to' }])
  expect(over.body.retryAfter).toBeGreaterThan(23 * 60 * 60)
  expect((await creator('GET', path)).body.items).toHaveLength(5)
  expect(await messagesTo(to)).toHaveLength(5)
})

it('INT-14 D-MAIL-1 an account sends a hundred of these messages a day, and an organization five hundred', async () => {
  const { id: organizationId } = await makeOrganization(database)
  const [one, other] = [await app.someone({ organizationId }), await app.someone({ organizationId })]
  const { id: contactId } = await makePerson(one.call, {}, null)
  const sendBy = async ({ call }: typeof one) => {
    const { status, body } = await call('POST', `/api/contact/${contactId}/consentRequest`, {
      ...{ id: randomUUID(), textId: text.id, scope: 'network', needs: [], recipientIds: [], expiresOn: null },
      ...{ language: 'en', way: { channel: 'email', to: newAddress() } },
    })
    return status === 429 ? [body.code, body.retryAfter > 23 * 60 * 60] : status
  }
  /** As if so many had been sent where there were `count`. */
  const raise = (count: number, sent: number) =>
    sql`update message_count set sent = ${sent} where sent = ${count}`.execute(database)
  const refused = ['too-many-messages', true]
  await sql`delete from message_count`.execute(database)
  expect([await sendBy(one), await sendBy(one), await sendBy(other)]).toEqual([201, 201, 201])
  // Two by the first account, and three of the organization.
  await raise(2, 99)
  expect([await sendBy(one), await sendBy(one), await sendBy(other)]).toEqual([201, refused, 201])
  await raise(5, 499)
  expect([await sendBy(other), await sendBy(other)]).toEqual([201, refused])
})

it('INT-14 asking, asking again and taking back are audited once each, with how, and never what', async () => {
  const { contactId, of, call, path } = await ask()
  await creator('POST', path, call)
  await creator('POST', `${of}/send`, again())
  await creator('POST', `${of}/send`, again())
  for (const _ of [1, 2]) await creator('DELETE', of)
  const acts = (await auditsOf(database, contactId)).filter(({ action }) => action.startsWith('consent.'))
  const by = { actorId: stage.accounts.creator.id, subjectType: 'contact' }
  const requestId = call.id
  expect(acts).toEqual([
    { ...by, action: 'consent.ask', detail: { requestId, channel: 'copy', textId: text.id } },
    { ...by, action: 'consent.askAgain', detail: { requestId, channel: 'copy' } },
    { ...by, action: 'consent.takeBack', detail: { requestId } },
  ])
})

it('INT-14 the screens of the organization are told of each act, once, and nobody else’s', async () => {
  const { contactId, of, sign } = await open()
  const told = async () => {
    const { rows } = await sql<{ audience: string[] }>`
      select audience from event where type = 'contact' and subject_id = ${contactId} order by id`.execute(database)
    expect(rows.filter(({ audience }) => audience.join() !== `organization:${stage.sender.id}`)).toEqual([])
    return rows.length
  }
  const asked = await told()
  await creator('POST', `${of}/send`, again())
  expect(await told()).toBe(asked + 1)
  expect((await sign()).status).toBe(410)
  expect(await told()).toBe(asked + 1)
  for (const _ of [1, 2]) await creator('DELETE', of)
  expect(await told()).toBe(asked + 2)
  const other = await ask()
  const { rows } = await sql`select from event where type = 'contact' and subject_id = ${other.contactId}`.execute(
    database,
  )
  expect(rows.length).toBeGreaterThan(1)
})

it('INT-14 a request is found only below its own person, and an answered one is neither sent nor taken back', async () => {
  const [one, other] = [await open(), await ask()]
  const elsewhere = `/api/contact/${other.contactId}/consentRequest/${one.call.id}`
  expect((await creator('POST', `${elsewhere}/send`, again())).status).toBe(404)
  expect((await creator('DELETE', elsewhere)).status).toBe(404)
  expect((await creator('GET', `/api/contact/${randomUUID()}/consentRequest`)).status).toBe(404)
  await one.refuse()
  for (const answer of [await creator('POST', `${one.of}/send`, again()), await creator('DELETE', one.of)])
    expect(answer.body).toMatchObject({
      ...{ status: 409, code: 'consent-request-answered' },
      message: 'This request was answered or taken back in the meantime.',
    })
  // One that expired or was locked can be taken back.
  await set('tries_left', '0', other)
  const [back] = (await creator('DELETE', other.of)).body.items
  expect([back.standing, back.withdrawnOn]).toEqual(['withdrawn', expect.any(String)])
})

it('INT-14 only those who work with people ask for consent, and only for their own', async () => {
  const { path, call, of } = await ask()
  const member = await app.someone({ roles: ['community-member'] })
  const calls = [
    ['GET', path, undefined],
    ['POST', path, { ...call, id: randomUUID() }],
    ['POST', `${of}/send`, again()],
    ['DELETE', of, undefined],
  ] as const
  for (const [method, address, body] of calls) {
    expect([method, (await anonymous(method, address, body)).status]).toEqual([method, 401])
    expect([method, (await member.call(method, address, body)).status]).toEqual([method, 403])
    expect([method, (await recipient(method, address, body)).status]).toEqual([method, 404])
  }
})

it('INT-14 INT-03 who reads what a person was asked, and their answer, is in the access log', async () => {
  const { contactId, path } = await ask()
  const before = (await accessLogOf(database, contactId)).length
  expect((await stage.as.recipient('GET', path)).status).toBe(404)
  expect(await accessLogOf(database, contactId)).toHaveLength(before)
  // Reading again within the same sitting is not recorded again.
  for (const _ of [1, 2]) expect((await stage.as.senderAdmin('GET', path)).body.items).toHaveLength(1)
  expect((await accessLogOf(database, contactId)).slice(before)).toMatchObject([{ way: 'record' }])
})
