import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { startInboundMail } from '#help-desk/inbound-mail/server/inbound-mail.ts'
import { writeReplyAddress } from '#help-desk/tickets/server/answering/reply-address.ts'
import { makeStage, refer } from '#test/referral-stage.ts'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'
import { workAllJobs } from './message-delivery.ts'

const DOMAIN = 'reply.example.test'
/** A mail server that accepts everything. */
const accepted: { from: string; to: string }[] = []
const server = new SMTPServer({
  logger: false,
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    accepted.push(...envelope.rcptTo.map(({ address }) => ({ from, to: address })))
    stream.resume()
    stream.on('end', () => done())
  },
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
afterAll(() => new Promise<void>((done) => server.close(() => done())))
const app = await startTestApp({
  DEMO: 'false',
  SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  MAIL_REPLY_DOMAIN: DOMAIN,
  MAIL_RETURNS: 'true',
  INBOUND_SMTP_PORT: '0',
})
const inbound = await startInboundMail(app)
afterAll(() => inbound?.stop())
const { database, config } = app
const stage = await makeStage(app)
const work = async () => {
  for (let i = 0; i < 3; i++) await workAllJobs(app)
}

/** The report of a mail server, as RFC 3464 describes it. */
const reportOf = (fields: string[]) =>
  [
    ...['From: MAILER-DAEMON@mx.example', 'Subject: Undelivered Mail', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/report; report-type=delivery-status; boundary="b"', ''],
    ...['--b', 'Content-Type: text/plain', '', 'It could not be delivered.'],
    ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
    ...['Final-Recipient: rfc822; pat@lakeview.test', ...fields, ''],
    ...['--b', 'Content-Type: message/rfc822', '', 'Subject: A referral', 'Action: failed', '', 'Text', '--b--', ''],
  ].join('\r\n')
const failed = reportOf(['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 no such user'])

/** Delivers a mail to the portal. @returns its response code */
const deliver = (to: string, raw: string, from = '') =>
  createTransport({ host: '127.0.0.1', port: inbound?.port ?? 0, secure: false, ignoreTLS: true })
    .sendMail({ envelope: { from, to }, raw })
    .then(
      () => 250,
      (error: { responseCode?: number }) => error.responseCode,
    )

let invited = 0
/** A referral to an organization without an account, whose invitation a mail server has accepted. */
async function invite() {
  const listed = await makeOrganization(database, { name: `Lakeview ${invited}`, standing: 'listed' })
  const email = `pat${invited++}@lakeview.test`
  const directReferralContact = { firstName: 'Pat', lastName: 'Quinn', email }
  const { id } = (await refer(stage, { recipientOrganizationId: listed.id, directReferralContact })).body
  await work()
  const returnAddress = accepted.find(({ to }) => to === email)?.from ?? ''
  const proof = async () => (await stage.as.creator('GET', `/api/referral/${id}/delivery`)).body
  return { id, returnAddress, proof }
}
const newsOf = (email: string) => accepted.filter(({ to }) => to === email).length

it('REF-10 a mail that a server accepted and returned later asks for another address, once', async () => {
  const { returnAddress, proof } = await invite()
  expect(returnAddress).toMatch(/^return\+[a-z2-7]{52}@reply\.example\.test$/)
  expect((await proof()).notices[0]).toMatchObject({ purpose: 'invitation', handedOver: 1, failures: [] })
  const before = newsOf(stage.accounts.creator.email)
  expect(await Promise.all([deliver(returnAddress, failed), deliver(returnAddress.toUpperCase(), failed)])).toEqual([
    250, 250,
  ])
  await work()
  expect(await deliver(returnAddress, failed)).toBe(250)
  await work()
  const { notices, mayInviteAgain, undelivered } = await proof()
  expect(notices[0]).toMatchObject({ handedOver: 0, failures: [{ failure: 'invalid-address' }] })
  expect([mayInviteAgain, undelivered]).toEqual([true, 'invalid-address'])
  expect(newsOf(stage.accounts.creator.email)).toBe(before + 1)
})

it.each([
  ['a full mailbox', ['Action: failed', 'Status: 5.2.2'], [{ failure: 'refused' }]],
  ['a closed mailbox, written otherwise', ['STATUS:5.2.1', 'ACTION:Failed'], [{ failure: 'invalid-address' }]],
  ['a delay', ['Action: delayed', 'Status: 4.4.1'], []],
  ['a receipt', ['Action: delivered', 'Status: 2.0.0'], []],
])('REF-10 tells failures from other reports: %s', async (_what, fields, failures) => {
  const { returnAddress, proof } = await invite()
  expect(await deliver(returnAddress, reportOf(fields))).toBe(250)
  await work()
  expect((await proof()).notices[0].failures).toMatchObject(failures)
})

it('REF-10 what is no report changes nothing, and only a report without a sender is accepted at such an address', async () => {
  const { returnAddress, proof } = await invite()
  const away = 'From: pat@lakeview.test\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'
  expect(await deliver(returnAddress, away)).toBe(250)
  expect(await deliver(returnAddress, failed, 'eve@evil.test')).toBe(550)
  const at = 'return+'.length + 40
  const forged = `${returnAddress.slice(0, at)}${returnAddress[at] === 'a' ? 'b' : 'a'}${returnAddress.slice(at + 1)}`
  for (const to of [forged, returnAddress.replace(DOMAIN, 'other.test'), `postmaster@${DOMAIN}`])
    expect(await deliver(to, failed)).toBe(550)
  const reply = { ticketNumber: 1, accountId: stage.accounts.creator.id, visibility: 'public' as const }
  expect(await deliver(writeReplyAddress(config.secretKeys, DOMAIN, reply), failed)).toBe(550)
  await work()
  expect((await proof()).notices[0]).toMatchObject({ handedOver: 1, failures: [] })
})
