import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import type { SafeContactChange } from '#casework/safe-contact/safe-contact.ts'
import { type Answer, startTestApp } from './app.ts'
import { directoryOf } from './directory-rows.ts'
import { makeOrganization } from './factories.ts'
import { otherHours, safeAt, safeRules } from './safe-contact.ts'

/**
 * Every file that sends, how often, and to whom: to the holder of an account, to an organization, or to a person on
 * record; or to whom its caller says, who stands here too. A new sender to a person also belongs into `senders` below.
 */
const sending: Record<string, [times: number, to: 'account' | 'organization' | 'person' | 'caller']> = {
  'identity/team/server/team-mail.ts': [2, 'account'],
  'identity/accounts/server/security-mail.ts': [2, 'account'],
  'identity/accounts/server/account-mail.ts': [1, 'account'],
  'identity/accounts/server/reset-link.ts': [1, 'account'],
  'identity/accounts/server/forgot-password.ts': [1, 'account'],
  'identity/single-sign-on/server/link-by-mail.ts': [1, 'account'],
  'identity/authenticators/server/factor-message.ts': [2, 'account'],
  'casework/referrals/server/send-referral.ts': [1, 'organization'],
  'casework/referral-notices/server/notify-link-holder.ts': [1, 'organization'],
  'casework/referral-notices/server/notify-referral.ts': [4, 'account'],
  'casework/referral-notices/server/track-delivery.ts': [2, 'organization'],
  'casework/answer-links/server/prove-address.ts': [1, 'organization'],
  'casework/intake-links/server/send-link.ts': [1, 'person'],
  'casework/link-deliveries/server/track-link.ts': [1, 'caller'],
  'casework/scheduled-reports/server/make-reports.ts': [1, 'account'],
  'casework/service-lists/server/share-list.ts': [1, 'person'],
  // Nobody waits for it, so it records a refusal instead of answering with one: see its own tests.
  'casework/person-notices/server/notify-person.ts': [1, 'person'],
  'casework/members/server/member-invitation.ts': [1, 'person'],
  'help-desk/tickets/server/ticket-mail.ts': [1, 'account'],
  'directory/freshness/server/check-mail.ts': [1, 'organization'],
  'directory/editing/server/ask-about-intake.ts': [1, 'organization'],
  'directory/suggestions/server/suggestion-mail.ts': [1, 'account'],
  'onboarding/registration/server/registration-mail.ts': [1, 'account'],
}

const app = await startTestApp()
const { database } = app
const NUMBER = '+17165550142'
const EMAIL = 'noor@example.test'
let formId: string
let textId: string
let serviceId: string
beforeAll(async () => {
  await insertShippedForms(database)
  formId = (await database.selectFrom('intakeForm').select('id').executeTakeFirstOrThrow()).id
  textId = (await database.selectFrom('consentText').select('id').executeTakeFirstOrThrow()).id
  const { add, makeProvider } = directoryOf(app)
  const { id: organizationId } = await makeProvider()
  serviceId = await add('service', { organizationId, name: 'Night Kitchen', assuredDate: '2026-11-01' })
})

const makeStaff = async () => (await app.someone({ organizationId: (await makeOrganization(database)).id })).call
const staff = await makeStaff()

/** A person with these rules, and the list of services that their staff makes for them. */
async function makePerson(rules: Partial<SafeContactChange> | null, call = staff) {
  const given = { firstName: 'Noor', lastName: 'Abadi', birthDate: '1992-03-04', email: EMAIL, language: 'es' }
  const { id } = (await call('POST', '/api/contact/', { ...given, phones: [{ phoneNumber: NUMBER }] })).body
  if (rules) expect((await call('PUT', `/api/contact/${id}/safeContact`, safeRules(rules))).status).toBe(200)
  const list = (await call('POST', '/api/serviceList/entry', { serviceId })).body
  await call('PUT', `/api/serviceList/${list.id}`, { version: list.version, contactId: id, language: 'es' })
  const link = (way: object) => call('POST', '/api/intakeLink/', { contactId: id, formId, language: 'es', way })
  const ask = (way: object) =>
    call('POST', `/api/contact/${id}/consentRequest`, {
      ...{ id: crypto.randomUUID(), textId, scope: 'network', needs: [], recipientIds: [], expiresOn: null },
      ...{ language: 'es', way },
    })
  const send = (body: object) => call('POST', `/api/serviceList/${list.id}/message`, body)
  return { call, id, list, link, ask, send }
}
type Person = Awaited<ReturnType<typeof makePerson>>

/** Every act by which a message goes to a person, with the field that shows a refusal. */
const senders: [name: string, way: 'email' | 'text', field: string, act: (person: Person) => Promise<Answer>][] = [
  ['an intake by e-mail', 'email', 'way.to', ({ link }) => link({ channel: 'email', to: EMAIL })],
  ['an intake by text', 'text', 'way.to', ({ link }) => link({ channel: 'sms', to: NUMBER })],
  ['the question for a consent by e-mail', 'email', 'way.to', ({ ask }) => ask({ channel: 'email', to: EMAIL })],
  ['the question for a consent by text', 'text', 'way.to', ({ ask }) => ask({ channel: 'sms', to: NUMBER })],
  ['a list by e-mail', 'email', 'to', ({ send }) => send({ channel: 'email', to: EMAIL })],
  ['a list by text', 'text', 'to', ({ send }) => send({ channel: 'sms', to: NUMBER })],
  ['an invitation', 'email', 'email', ({ call, id }) => call('POST', `/api/contact/${id}/invitation`)],
]
const everything = { phones: [safeAt(NUMBER)], email: EMAIL, mayEmail: true }
const countMessages = async () => (await database.selectFrom('message').select('id').execute()).length

it('INT-15 every place that sends a message is known, with whom it sends to', () => {
  const found = globSync('src/**/*.ts').flatMap((file): [string, number][] => {
    const calls = readFileSync(file, 'utf8').match(
      /(?<!function )\b(sendMessages?|sendAccountMail|sendTracked|sendReferralInvitation|sendLinkMessage)\(/g,
    )
    return calls && !/\.test\.ts$/.test(file) ? [[file.slice('src/'.length), calls.length]] : []
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(sending).map(([file, [times]]) => [file, times])),
  )
  const asking = found.filter(([file]) => readFileSync(`src/${file}`, 'utf8').includes('requireSafe('))
  const toPeople = Object.entries(sending).filter(([, [, to]]) => to === 'person')
  expect(asking.map(([file]) => file).sort()).toEqual(toPeople.map(([file]) => file).sort())
})

it.each(senders)(
  'INT-15 refuses to send %s where it is not safe, at its field, and sends nothing',
  async (...sender) => {
    const [, way, field, act] = sender
    const unsafe = {
      'do-not-contact': { ...everything, doNotContact: true },
      unsafe:
        way === 'text'
          ? { ...everything, phones: [{ ...safeAt(NUMBER), mayText: false }] }
          : { ...everything, mayEmail: false },
      'not-asked': way === 'text' ? { ...everything, phones: [] } : { ...everything, email: 'old@example.test' },
      'not-now': { ...everything, ...otherHours() },
    }
    for (const [refusal, rules] of Object.entries(unsafe)) {
      const person = await makePerson(rules)
      const before = await countMessages()
      const { status, body } = await act(person)
      expect([status, body.code, body.errors], refusal).toEqual([
        ...[409, 'contact-unsafe', [{ path: field, message: `safe-contact/${refusal}` }]],
      ])
      expect(Boolean(body.nextOn)).toBe(refusal === 'not-now')
      expect(await countMessages()).toBe(before)
    }
    for (const rules of [everything, null]) expect((await act(await makePerson(rules))).status).toBeLessThan(300)
  },
)

it.each(senders)('INT-15 D-MAIL-1 says nothing in %s where something must not be mentioned', async (...sender) => {
  const [, way, , act] = sender
  const person = await makePerson({ ...everything, avoid: 'the kitchen' })
  await database.deleteFrom('message').execute()
  await act(person)
  const { subject, text, html } = await database.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  if (way === 'email') expect(subject).toBe('Algo para que lo lea')
  expect(text).toMatch(/^Algo para que lo lea/)
  for (const words of [subject, text, html])
    expect(words ?? '').not.toMatch(/Hearthline|Night|Noor|formulario|servicio|consent/)
})

it('INT-15 a message is not retried after the safe hours end', async () => {
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }]
  const timeZone = new Date().getUTCHours() === 23 ? 'Asia/Tokyo' : 'UTC'
  const person = await makePerson({ ...everything, hours, timeZone })
  await database.deleteFrom('message').execute()
  await person.link({ channel: 'sms', to: NUMBER })
  const { expiresOn } = await database.selectFrom('message').select('expiresOn').executeTakeFirstOrThrow()
  const end = new Date(expiresOn ?? 0)
  // The link itself works for seven days.
  expect([end.getTime() < Date.now() + 86_400_000, end.getUTCMinutes()]).toEqual([true, 59])
})

it('INT-15 a list without a person is refused where the address belongs to somebody for whom it is not safe', async () => {
  const { call, list, send } = await makePerson({ ...everything, mayEmail: false }, await makeStaff())
  const { version } = (await call('GET', `/api/serviceList/${list.id}`)).body
  await call('PUT', `/api/serviceList/${list.id}`, { version, contactId: null })
  expect((await send({ channel: 'email', to: 'Noor@example.test' })).body.errors).toMatchObject([{ path: 'to' }])
  expect((await send({ channel: 'sms', to: NUMBER })).status).toBeLessThan(300)
  expect((await send({ channel: 'email', to: 'somebody@example.test' })).status).toBeLessThan(300)
})

it('INT-15 a list says which ways are not safe for its person', async () => {
  const { call, list } = await makePerson({ ...everything, mayEmail: false })
  expect((await call('GET', `/api/serviceList/${list.id}`)).body.person).toMatchObject({
    shortName: 'Noor A.',
    notOffered: [{ way: 'email', refusal: 'unsafe', nextOn: null }],
  })
})

it('INT-15 without a person, everybody at the organization with this number or address counts, and nobody elsewhere', async () => {
  const alone = async (rules: Partial<SafeContactChange> | null) => {
    const person = await makePerson(rules, await makeStaff())
    const { version } = (await person.call('GET', `/api/serviceList/${person.list.id}`)).body
    await person.call('PUT', `/api/serviceList/${person.list.id}`, { version, contactId: null })
    return person
  }
  const silent = await alone({ ...everything, phones: [{ ...safeAt(NUMBER), mayText: false }] })
  const refused = await silent.send({ channel: 'sms', to: NUMBER })
  expect([refused.status, refused.body.errors]).toEqual([409, [{ path: 'to', message: 'safe-contact/unsafe' }]])
  expect(refused.body).toMatchObject({
    ...{ code: 'contact-unsafe', nextOn: null },
    message: 'It is not safe to contact this person in this way now.',
  })
  expect((await silent.send({ channel: 'email', to: EMAIL })).status).toBeLessThan(300)
  for (const channel of ['sms', 'email'])
    expect((await (await alone(null)).send({ channel, to: channel === 'sms' ? NUMBER : EMAIL })).status).toBeLessThan(
      300,
    )
  // One who may be written to does not outweigh another who may not, in either order.
  const { call, send } = await alone(everything)
  const given = { firstName: 'Ana', lastName: 'Reyes', phones: [{ phoneNumber: NUMBER }], email: 'Ana@Example.test' }
  const { id } = (await call('POST', '/api/contact/', given)).body
  expect((await send({ channel: 'sms', to: NUMBER })).status).toBeLessThan(300)
  await call('PUT', `/api/contact/${id}/safeContact`, safeRules({ phones: [safeAt(NUMBER)], isDiscreet: true }))
  await database.deleteFrom('message').execute()
  expect((await send({ channel: 'sms', to: NUMBER })).status).toBeLessThan(300)
  const { text } = await database.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  expect(text).toMatch(/^Algo para que lo lea: http/)
  await call('PUT', `/api/contact/${id}/safeContact`, safeRules({ doNotContact: true, version: 1 }))
  for (const [channel, to] of [
    ['sms', NUMBER],
    ['email', 'ana@example.test'],
    ['email', 'ANA@example.test'],
  ] as const)
    expect((await send({ channel, to })).body.errors).toEqual([{ path: 'to', message: 'safe-contact/do-not-contact' }])
})
