import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it, vi } from 'vitest'
import { referralDeliveryTask } from '#casework/referral-notices/server/referral-notices-public.ts'
import { blankMessages } from '#platform/server/message-life.ts'
import { reportMessages } from '#platform/server/message-report.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { workAllJobs } from '#test/message-delivery.ts'
import { makeStage, refer } from '#test/referral-stage.ts'

/** How the mail server answers these recipients; it accepts all others. */
const answers = new Map<string, number>()
const received: { to: string; text: string }[] = []
const server = new SMTPServer({
  logger: false,
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    const responseCode = answers.get(address)
    done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
  },
  onData: async (stream, session, done) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
    received.push(...session.envelope.rcptTo.map(({ address }) => ({ to: address, text })))
    done()
  },
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
afterAll(() => new Promise<void>((done) => server.close(() => done())))
const app = await startTestApp({
  DEMO: 'false',
  SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
})
const { database } = app
const stage = await makeStage(app)
const { as, accounts } = stage
const work = async () => {
  for (let i = 0; i < 3; i++) await workAllJobs(app)
}
const proofOf = async (id: string, who: keyof typeof as = 'creator') =>
  (await as[who]('GET', `/api/referral/${id}/delivery`)).body
const linesTo = (email: string) => received.filter(({ to }) => to === email)
/** Mails that tell the sender that a referral did not arrive. */
const toldOf = (id: string) =>
  linesTo(accounts.creator.email).filter(
    ({ text }) => text.includes('did not arrive') && text.includes(`/referrals/${id}`),
  )
const codeIn = (text = '') => /referralId=([\w-]{43})/.exec(text)?.[1] ?? ''

const countBlocked = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database,
    )
  ).rows.length

let invited = 0
/** A referral to an organization without an account. */
async function invite() {
  const listed = await makeOrganization(database, { name: `Lakeview ${invited}`, standing: 'listed' })
  const email = `pat${invited++}@lakeview.test`
  const contact = { firstName: 'Pat', lastName: 'Quinn', email }
  const make = () => refer(stage, { recipientOrganizationId: listed.id, directReferralContact: contact })
  return { email, contact, make }
}

it('REF-10 shows the sender that a notice is queued, handed over and opened, also after the mail was blanked', async () => {
  const { id } = (await refer(stage)).body
  const address = `${accounts.recipient.email[0]}•••@${accounts.recipient.email.split('@')[1]}`
  const arrival = { purpose: 'arrival', channel: 'email', people: 1, addresses: [address], leftOut: 0, failures: [] }
  expect(await proofOf(id)).toMatchObject({
    notices: [{ ...arrival, waiting: 1, handedOver: 0, handedOverOn: null }],
    ...{ opened: null, link: null, mayInviteAgain: false, undelivered: null },
  })
  await work()
  await blankMessages({ database, config: { evaluation: false } })({}, {} as never)
  await database.deleteFrom('message').execute()
  const [notice] = (await proofOf(id)).notices
  expect(notice).toMatchObject({ ...arrival, waiting: 0, handedOver: 1 })
  expect(Date.parse(notice.handedOverOn)).toBeGreaterThan(Date.now() - 60_000)
  const { version } = (await as.recipient('GET', `/api/referral/${id}`)).body
  await as.recipient('POST', `/api/referral/${id}/transition`, { action: 'view', version })
  expect((await proofOf(id)).opened).toEqual({ name: 'Lee Tester', on: expect.any(String) })
  for (const who of ['recipient', 'third'] as const)
    expect((await as[who]('GET', `/api/referral/${id}/delivery`)).status).toBe(404)
})

it('REF-10 a mail that the server puts off still waits; if it refuses every recipient for good, the sender is told once', async () => {
  const { email } = accounts.recipient
  answers.set(email, 451)
  const { id } = (await refer(stage)).body
  await work()
  expect((await proofOf(id)).notices).toMatchObject([{ waiting: 1, handedOver: 0, failures: [] }])
  expect(toldOf(id)).toHaveLength(0)
  answers.set(email, 550)
  await work()
  await work()
  expect((await proofOf(id)).notices).toMatchObject([
    { waiting: 0, handedOver: 0, failures: [{ address: expect.stringContaining('•••@'), failure: 'invalid-address' }] },
  ])
  expect(toldOf(id)).toHaveLength(1)
  answers.delete(email)
})

it('REF-10 0428 of many notices, the sender is told once if none arrived, not if one did, and their tabs read once', async () => {
  const { recipient, accounts: of } = await makeStage(app)
  const colleagues = [of.recipient]
  for (let n = 0; n < 4; n++) colleagues.push(await makeAccount(database, { organizationId: recipient.id }))
  const [one, ...others] = colleagues.map(({ email }) => email) as [string, ...string[]]
  const send = async () => (await refer(stage, { recipientOrganizationId: recipient.id })).body.id as string
  const news = async (id: string) =>
    (await database.selectFrom('event').select('id').where('subjectId', '=', id).execute()).length
  for (const email of [one, ...others]) answers.set(email, 550)
  const unread = await send()
  const before = await news(unread)
  await work()
  expect((await proofOf(unread)).notices).toMatchObject([{ people: 5, waiting: 0, handedOver: 0 }])
  expect(toldOf(unread)).toHaveLength(1)
  // The reports of five messages are one or two groups.
  expect((await news(unread)) - before).toBeLessThan(3)
  answers.delete(one)
  const read = await send()
  await work()
  expect((await proofOf(read)).notices).toMatchObject([{ people: 5, waiting: 0, handedOver: 1 }])
  expect(toldOf(read)).toHaveLength(0)
  for (const email of others) answers.delete(email)
})

it('REF-10 0428 of the last two messages that fail at the same moment, one tells the sender', async () => {
  const { recipient } = await makeStage(app)
  await makeAccount(database, { organizationId: recipient.id })
  const { id } = (await refer(stage, { recipientOrganizationId: recipient.id })).body
  const sent = await database.selectFrom('referralDelivery').select('messageId').where('referralId', '=', id).execute()
  expect(sent).toHaveLength(2)
  const told: Promise<void>[] = []
  // No report can be published meanwhile, so both are underway at once.
  await database.transaction().execute(async (transaction) => {
    await sql`lock table event in exclusive mode`.execute(transaction)
    for (const { messageId } of sent) {
      await database
        .transaction()
        .execute((other) => reportMessages(other, [{ task: referralDeliveryTask, messageId, state: 'failed' }]))
      told.push(app.runTask(referralDeliveryTask))
      await vi.waitFor(async () => expect(await countBlocked()).toBe(told.length))
    }
  })
  await Promise.all(told)
  await work()
  expect(toldOf(id)).toHaveLength(1)
})

it('REF-10 an invitation that bounces asks for another address; the new link works, the old one does not', async () => {
  const { email, contact, make } = await invite()
  answers.set(email, 550)
  const { id, version } = (await make()).body
  await work()
  expect(await proofOf(id)).toMatchObject({
    notices: [{ purpose: 'invitation', failures: [{ address: 'p•••@lakeview.test', failure: 'invalid-address' }] }],
    link: { openedOn: null, claim: null },
    ...{ mayInviteAgain: true, undelivered: 'invalid-address' },
  })
  expect(toldOf(id)).toHaveLength(1)
  answers.delete(email)
  const again = (given: object, who: keyof typeof as = 'creator') =>
    as[who]('POST', `/api/referral/${id}/invitation`, { ...contact, version, ...given })
  expect((await again({ email: 'nobody' })).body.errors).toMatchObject([{ path: 'email' }])
  expect((await again({}, 'third')).status).toBe(404)
  const both = await Promise.all([1, 2].map(() => again({ email: 'quinn@lakeview.test' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('stale-version')
  await work()
  const [first, ...others] = linesTo('quinn@lakeview.test')
  expect(others).toEqual([])
  expect(linesTo(email)).toEqual([])
  const code = codeIn(first?.text)
  expect((await app.anonymous('GET', `/api/referral/${code}`)).body).toMatchObject({
    directReferralContact: { email: 'quinn@lakeview.test' },
  })
  const proof = await proofOf(id)
  expect(proof).toMatchObject({ undelivered: null, link: { openedOn: expect.any(String), claim: null } })
  const { steps, directReferralContact } = (await as.creator('GET', `/api/referral/${id}`)).body
  expect(steps.at(-1)).toMatchObject({ action: 'inviteAgain', actorName: 'Maria Tester' })
  expect(directReferralContact.email).toBe('quinn@lakeview.test')
  await again({ email: 'third@lakeview.test', version: version + 1 })
  for (const path of ['/api/referral', '/api/answerLink/open']) {
    const replaced = await app.anonymous('GET', `${path}/${code}`)
    expect([replaced.status, replaced.body.reason]).toEqual([410, 'replaced'])
  }
  expect((await proofOf(id)).link).toMatchObject({ openedOn: null, claim: null })
  await work()
  expect(
    (await app.anonymous('GET', `/api/answerLink/open/${codeIn(linesTo('third@lakeview.test')[0]?.text)}`)).status,
  ).toBe(200)
})

it('REF-10 0370 an invitation that is sent again while its link is being claimed waits, and leaves the claim alone', async () => {
  const { contact, make } = await invite()
  const { id, version } = (await make()).body
  let again: Promise<{ status: number; body: { code: string } }> | undefined
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('referralInvitation')
      .set({ claimedBy: accounts.third.id, claimStatus: 'pending', claimedOn: new Date().toISOString() })
      .where('referralId', '=', id)
      .execute()
    again = as.creator('POST', `/api/referral/${id}/invitation`, { ...contact, version })
    await vi.waitFor(async () => expect(await countBlocked()).toBe(1))
    // Whoever claims a link locks the referral after it.
    await sql`select from referral where id = ${id}::uuid for update nowait`.execute(transaction)
  })
  expect((await again)?.body.code).toBe('illegal-transition')
  expect((await proofOf(id)).link).toMatchObject({ claim: 'pending' })
})

it('REF-10 while a claim waits for its review, and once the referral has ended, no other invitation goes out', async () => {
  const { email, contact, make } = await invite()
  const { id, version } = (await make()).body
  await work()
  await database
    .updateTable('referralInvitation')
    .set({ claimedBy: accounts.third.id, claimStatus: 'pending', claimedOn: new Date().toISOString() })
    .where('referralId', '=', id)
    .execute()
  expect(await proofOf(id)).toMatchObject({ mayInviteAgain: false, link: { claim: 'pending' } })
  const again = () => as.creator('POST', `/api/referral/${id}/invitation`, { ...contact, version })
  expect((await again()).body.code).toBe('illegal-transition')
  await database.updateTable('referralInvitation').set({ claimStatus: 'refused' }).where('email', '=', email).execute()
  expect((await proofOf(id)).mayInviteAgain).toBe(true)
  await as.creator('POST', `/api/referral/${id}/transition`, { action: 'recall', version, reason: 'no need' })
  expect((await proofOf(id)).mayInviteAgain).toBe(false)
})
