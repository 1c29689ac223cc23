import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database.ts'
import { blankMessages, eraseMessages } from '#platform/server/message-life.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { startTestApp } from './app.ts'
import { solveCaptcha } from './captcha.ts'
import { makeOrganization, newTicket, PASSWORD } from './factories.ts'
import { plainMessage, stateOf, workAllJobs, writeMessage } from './message-delivery.ts'

const mails: string[] = []
let isDown = false
const server = new SMTPServer({
  logger: false,
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(isDown ? Object.assign(new Error('no'), { responseCode: 451 }) : null),
  onData: async (stream, _session, done) => {
    mails.push((await PostalMime.parse(await text(stream))).text ?? '')
    done()
  },
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
afterAll(() => new Promise<void>((done) => server.close(() => done())))
const SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const product = await startTestApp({ DEMO: 'false', SMTP_URL, PUBLIC_URL: 'https://portal.test' })
const { database, anonymous } = product

const work = async () => {
  for (let i = 0; i < 3; i++) await workAllJobs(product)
}
const tidy = (from: Database = database, evaluation = false) =>
  blankMessages({ database: from, config: { evaluation } })({}, {} as never)
const rowsWithContents = (from: Database = database) =>
  from
    .selectFrom('message')
    .select(['kind', 'recipient', 'subject', 'text'])
    .where(sql<boolean>`num_nonnulls(recipient, subject, text, html, collapsed) > 0 or headers <> '{}'`)
    .execute()
const everyone = async (from: Database) => {
  const rows = await sql<{ row: string }>`select m::text as row from message m
    union all select j::text from graphile_worker._private_jobs j`.execute(from)
  return rows.rows.map(({ row }) => row).join('\n')
}
/** Secrets in mails: the codes in these URLs, and codes in the text. */
const secretsIn = (mail: string) =>
  [
    /(?:\/auth\/(?:reset|adminReset|notMe)|\/registration\/invitation|\/verification|\/account\/confirm|unsubscribe)\/([\w.-]{16,})/g,
    /(?:contactId|referralId)=([\w-]{16,})/g,
    /code is (\d{6})/g,
  ].flatMap((secret) => [...mail.matchAll(secret)].map((match) => match[1] as string))

/** Makes the portal send nearly every kind of mail with a link, a code, a name or an address. */
async function causeMail() {
  const stage = await makeStage(product)
  const admin = stage.as.senderAdmin
  const { creator } = stage.accounts
  await product.someone({ roles: ['platform-admin'] })
  const listed = await makeOrganization(database, { standing: 'listed' })
  const contact = { firstName: 'Pat', lastName: 'Quinn', email: 'pat@example.test' }
  await refer(stage)
  await refer(stage, { recipientOrganizationId: listed.id, directReferralContact: contact })
  const captchaCode = await solveCaptcha(anonymous)
  await anonymous('POST', '/api/authentication/forgot', { email: creator.email, captchaCode })
  await admin('POST', `/api/portalAccount/${creator.id}/resetLink`)
  const invited = {
    firstName: 'Io',
    lastName: 'Ray',
    email: 'io@example.test',
    roles: ['organization-staff'],
    language: 'en',
  }
  await admin('POST', '/api/portalAccount/', invited)
  const person = (await admin('GET', `/api/portalAccount/${creator.id}`)).body
  await admin('PUT', '/api/portalAccount/', { ...person, email: 'new@example.test' })
  const served = await makePerson(stage.as.creator, { email: 'served@example.test' })
  await stage.as.creator('POST', `/api/contact/${served.id}/invitation`)
  const agent = await product.someone({ roles: ['support-agent'] })
  const ticket = (
    await stage.as.creator('POST', '/api/supportPortal/supportRequest/', { ...newTicket, receiveEmailUpdates: true })
  ).body
  await agent.call('POST', `/api/supportPortal/supportRequest/${ticket.id}/note`, { noteText: 'It was the router' })
  const { call } = await product.someone()
  const [{ id: authenticatorId }] = (await call('GET', '/api/mfa/')).body
  await call('POST', '/api/mfa/challenge', { authenticatorId })
  const email = 'applicant@example.test'
  await anonymous('POST', '/api/organizationRegistration/register/', {
    captchaCode: await solveCaptcha(anonymous),
    organizationName: 'Riverbank',
    organizationDescription: 'Food',
    organizationWebsite: '',
    firstName: 'Ana',
    lastName: 'Ruiz',
    title: 'Director',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
  })
}

it('F-03 D-MAIL-1 after delivery the database contains no link, code, address or text of any mail', async () => {
  await causeMail()
  await work()
  const notMe = mails.map((mail) => /\/auth\/notMe\/([\w-]+)/.exec(mail)?.[1]).find(Boolean)
  await anonymous('POST', `/api/authentication/notMe/${notMe}`)
  await work()
  const kinds = (await database.selectFrom('message').select('kind').distinct().execute()).map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'address-confirmation',
      'admin-reset-link',
      'claim-link',
      'invitation',
      'member-invitation',
      'owner-objected',
      'referral-notice',
      'registration-confirmation',
      'registration-notice',
      'reset-link',
      'securing-link',
      'security-emailAsked',
      'security-resetLinkSent',
      'sign-in-code',
      'ticket-notice',
    ]),
  )
  const secrets = mails.flatMap(secretsIn)
  expect(secrets.length).toBeGreaterThan(9)
  expect(await rowsWithContents()).toEqual([])
  const all = await everyone(database)
  for (const secret of secrets) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/@example\.test|router|Riverbank/)
})

it('F-03 D-MAIL-1 a mail that cannot go out is kept while its link lives, and neither sent nor readable afterwards', async () => {
  isDown = true
  const soon = new Date(Date.now() + 3_600_000)
  const write = (subject: string, expiresOn: Date) =>
    writeMessage(product, {
      channel: 'email',
      to: 'late@example.test',
      subject,
      text: 'https://portal.test/x',
      expiresOn,
    })
  const [tried, lost] = [await write('Tried', soon), await write('Lost', soon)]
  await workAllJobs(product)
  expect(await rowsWithContents()).toHaveLength(2)
  await tidy()
  expect(await rowsWithContents()).toHaveLength(2)
  await database.updateTable('message').set({ expiresOn: new Date().toISOString() }).where('id', '=', tried).execute()
  isDown = false
  const before = mails.length
  await workAllJobs(product)
  expect(mails.length - before).toBe(1)
  expect(await stateOf(product, tried)).toEqual({ isDelivered: false, failure: 'no-answer' })
  expect(await stateOf(product, lost)).toEqual({ isDelivered: true, failure: null })
  // Its job was lost, for example when restoring a backup.
  isDown = true
  const orphan = await write('Orphan', soon)
  await sql`delete from graphile_worker._private_jobs`.execute(database)
  await database.updateTable('message').set({ expiresOn: new Date().toISOString() }).where('id', '=', orphan).execute()
  await tidy()
  isDown = false
  expect(await stateOf(product, orphan)).toEqual({ isDelivered: false, failure: 'no-answer' })
  // A failed message is blanked; for two weeks its recipient is shown that it was not delivered.
  const failed = { kind: 'test', recipient: 'late@example.test', subject: null, text: null }
  expect(await rowsWithContents()).toEqual([failed, failed])
  const twoWeeksAgo = new Date(Date.now() - 14 * 86_400_000 - 1000).toISOString()
  await database.updateTable('message').set({ failedOn: twoWeeksAgo }).where('failedOn', 'is not', null).execute()
  await tidy()
  expect(await rowsWithContents()).toEqual([])
})

it('F-03 D-MAIL-1 messages from before are blanked in batches, deleted after thirty days, and sent no second time', async () => {
  const given = {
    channel: 'email',
    recipient: 'past@example.test',
    text: 'https://portal.test/secret',
    kind: 'earlier',
  } as const
  const rows = Array.from({ length: 2500 }, (_, i) => ({
    ...given,
    messageKey: `past:${i}`,
    deliveredOn: new Date().toISOString(),
  }))
  await database.insertInto('message').values(rows).execute()
  await tidy(database, true)
  expect(await rowsWithContents()).toHaveLength(2500)
  await Promise.all([tidy(), tidy()])
  expect(await rowsWithContents()).toEqual([])

  const once = {
    ...plainMessage,
    channel: 'email',
    to: 'once@example.test',
    subject: 'Once',
    text: 'Once',
    key: 'one event',
  } as const
  const send = () => database.transaction().execute((transaction) => sendMessage(transaction, once))
  await send()
  await work()
  const before = mails.length
  await send()
  const monthAgo = new Date(Date.now() - 30 * 86_400_000 - 1000).toISOString()
  await database.updateTable('message').set({ createdOn: monthAgo }).execute()
  await tidy(database, true)
  expect(await database.selectFrom('message').select('id').execute()).toEqual([])
  await Promise.all([send(), send()])
  await work()
  expect(await database.selectFrom('message').select('id').execute()).toEqual([])
  expect(mails.length).toBe(before)
})

it('F-22 D-MAIL-1 a message that was erased while it waited is neither sent to nobody nor reported as failed', async () => {
  isDown = true
  const later = new Date(Date.now() + 60_000)
  const id = await writeMessage(product, { channel: 'email', to: 'gone@example.test', text: 'Waits', expiresOn: later })
  await work()
  await eraseMessages(database, sql<boolean>`id = ${id}`)
  isDown = false
  const before = mails.length
  await work()
  const waiting = () =>
    sql<{
      count: number
    }>`select count(*)::integer as count from graphile_worker._private_jobs where payload ->> 'messageId' = ${id}`.execute(
      database,
    )
  expect((await waiting()).rows).toEqual([{ count: 0 }])
  await database
    .updateTable('message')
    .set({ expiresOn: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', id)
    .execute()
  await tidy()
  expect(await stateOf(product, id)).toEqual({ failure: null, isDelivered: false })
  expect(mails.length).toBe(before)
})
