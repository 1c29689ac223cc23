import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { writeReplyAddress } from '#help-desk/tickets/server/answering/reply-address.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { makeImage } from '#test/images.ts'
import { startInboundMail } from './inbound-mail.ts'

const DOMAIN = 'reply.example.test'
const product = await startTestApp({
  PUBLIC_URL: 'https://portal.example.test',
  MAIL_REPLY_DOMAIN: DOMAIN,
  INBOUND_SMTP_PORT: '0',
})
const { database, config, someone } = product
const listening = await Promise.all([startInboundMail(product), startInboundMail(product)])
afterAll(() => Promise.all(listening.map((server) => server?.stop())))
const ports = listening.map((server) => server?.port ?? 0)

const path = '/api/supportPortal/supportRequest/'
const east = await makeOrganization(database, { name: 'Eastside' })
const agent = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
let ana: Awaited<ReturnType<typeof someone>>
let ticket: { id: string; ticketNumber: string }
let address: string

const notesOf = async (call: Caller, id = ticket.id) =>
  (await call('GET', `${path}${id}`)).body.notes as {
    noteText: string
    visibility: string
    source: string
    noteFiles: { file: { id: string; fileName: string } }[]
  }[]
const replyAddress = (accountId: string, visibility: 'public' | 'internal' = 'public') =>
  writeReplyAddress(config.secretKeys, DOMAIN, {
    ticketNumber: Number(ticket.ticketNumber.slice(3)),
    accountId,
    visibility,
  })

beforeEach(async () => {
  ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
  const made = await ana.call('POST', path, { ...newTicket, receiveEmailUpdates: true })
  ticket = made.body
  address = replyAddress(ana.account.id)
})

/** Sends a mail. @returns the response code of the portal */
async function send(mail: SendMailOptions, port = ports[0]) {
  const transport = createTransport({ host: '127.0.0.1', port: port ?? 0, secure: false, ignoreTLS: true })
  const defaults = { from: `Ana <${ana.account.email}>`, to: address, subject: 'Re: news', text: 'It works now.' }
  return transport.sendMail({ ...defaults, ...mail }).then(
    () => 250,
    (error: { responseCode?: number }) => error.responseCode,
  )
}

/** Sends SMTP commands line by line. @returns the last line of each response */
async function converse(lines: string[], socket: Socket = connect(ports[0] ?? 0, '127.0.0.1')) {
  const answers: string[] = []
  const heard = createInterface({ input: socket })[Symbol.asyncIterator]()
  const hear = async () => {
    for (;;) {
      const { value, done } = await heard.next()
      if (done) return answers.push('closed')
      if (!/^\d{3}-/.test(value)) return answers.push(value)
    }
  }
  await hear()
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    await hear()
  }
  socket.destroy()
  return answers
}

it('HDV-07 an answer by mail to a mail about a ticket becomes a public note of that account, told like any other', async () => {
  await agent.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  await agent.call('POST', `${path}${ticket.id}/note`, { noteText: 'Does it work now?' })
  await product.workJobs()
  const [news] = await product.outbox(ana.account.email)
  expect(news?.headers['Reply-To']).toBe(address)
  expect(news?.text).toContain('You can simply answer to this e-mail')
  const { rows } = await sql<{ last: number }>`select max(id) as last from event`.execute(database)
  const code = await send({
    to: news?.headers['Reply-To'] ?? '',
    text: 'It works now.\n\nOn Sat, Nov 21, 2026 Hearthline <x@y.example> wrote:\n> Open the ticket to read it.\n',
    html: '<p>It works now.</p>',
    inReplyTo: '<x@y.example>',
  })
  expect(code).toBe(250)
  expect((await notesOf(agent.call))[0]).toMatchObject({
    noteText: 'It works now.',
    visibility: 'public',
    source: 'mail',
    createdByPortalAccount: { id: ana.account.id },
    noteFiles: [],
  })
  await product.workJobs()
  expect((await product.outbox(agent.account.email))[0]?.html).toContain(
    `Ana Ruiz added a note to ${ticket.ticketNumber}`,
  )
  const events = await sql<{ audience: string[] }>`select audience from event where id > ${rows[0]?.last ?? 0}
    and type = 'supportRequest' and subject_id = ${ticket.id}`.execute(database)
  expect(events.rows[0]?.audience).toContain(`organization:${east.id}`)
})

it('HDV-07 a mail delivered twice, even to two processes at once, makes one note', async () => {
  const messageId = '<same@mail.example>'
  const codes = await Promise.all([0, 1, 0, 1].map((n) => send({ messageId }, ports[n])))
  expect([...codes, await send({ messageId })]).toEqual([250, 250, 250, 250, 250])
  expect(await notesOf(ana.call)).toHaveLength(1)
  expect(await send({ messageId: '<other@mail.example>' })).toBe(250)
  expect(await notesOf(ana.call)).toHaveLength(2)
})

it('HDV-07 an unknown, changed or foreign reply address is refused, and so is any other recipient', async () => {
  const last = address.slice(0, 57) + (address[57] === 'a' ? 'q' : 'a') + address.slice(58)
  for (const to of ['postmaster@reply.example.test', 'a@example.test', last, address.replace(DOMAIN, 'other.test')])
    expect(await send({ to })).toBe(550)
  expect(await send({ to: address.toUpperCase() })).toBe(250)
  const [, , , first, second] = await converse([
    'EHLO a.test',
    'MAIL FROM:<a@b.test>',
    `RCPT TO:<${address}>`,
    `RCPT TO:<${replyAddress(agent.account.id)}>`,
  ])
  expect([first?.slice(0, 3), second?.slice(0, 3)]).toEqual(['250', '452'])
})

it('HDV-07 only the account’s own address may answer', async () => {
  for (const from of [agent.account.email, `x-${ana.account.email}`, `${ana.account.email}.evil.test`])
    expect(await send({ from })).toBe(550)
  expect(await send({ from: `Ana <${ana.account.email}>, Eve <eve@evil.test>` })).toBe(550)
  const twice = [`From: ${ana.account.email}`, 'From: eve@evil.test', 'Message-ID: <t@t>', '', 'Hello', '.'].join(
    '\r\n',
  )
  const answers = await converse(['EHLO a.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${address}>`, 'DATA', twice])
  expect(answers.at(-1)).toMatch(/^550 5\.7\.1/)
  expect(await notesOf(ana.call)).toEqual([])
  expect(await send({ from: ana.account.email.toUpperCase() })).toBe(250)
})

it.each([
  ['an out-of-office note', { 'Auto-Submitted': 'auto-replied' }],
  ['bulk mail', { Precedence: 'bulk' }],
  ['a loop', { 'X-Loop': 'yes' }],
  ['a list', { 'List-Id': '<friends.example>' }],
  ['an old automatic answer', { 'X-Autoreply': 'yes' }],
])('HDV-07 %s is refused', async (_what, headers) => {
  expect(await send({ headers })).toBe(550)
  expect(await notesOf(ana.call)).toEqual([])
})

it('HDV-07 bounces are refused, and a person’s mail that says it is not automatic is not', async () => {
  expect((await converse(['EHLO a.test', 'MAIL FROM:<>'])).at(-1)).toMatch(/^550 5\.7\.1/)
  const report = `From: ${ana.account.email}\r\nContent-Type: multipart/report; boundary=x\r\n\r\n--x\r\n\r\nfailed\r\n--x--\r\n.`
  expect(
    (await converse(['EHLO a.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${address}>`, 'DATA', report])).at(-1),
  ).toMatch(/^550/)
  expect(await send({ headers: { 'Auto-Submitted': 'no' } })).toBe(250)
})

it('HDV-07 who may not write in the portal cannot do so by mail', async () => {
  const { id } = ana.account
  const expectRefused = async () => expect(await send({})).toBe(550)
  await sql`update account set deactivated_on = now() where id = ${id}`.execute(database)
  await expectRefused()
  await sql`update account set deactivated_on = null, force_password_reset = true where id = ${id}`.execute(database)
  await expectRefused()
  await sql`update account set force_password_reset = false where id = ${id}`.execute(database)
  await sql`insert into account_freeze (account_id, recovery_email, told_on) values (${id}, 'o@example.test', now())`.execute(
    database,
  )
  await expectRefused()
  await sql`delete from account_freeze where account_id = ${id}`.execute(database)
  const west = await makeOrganization(database, {})
  await sql`update account set organization_id = ${west.id} where id = ${id}`.execute(database)
  await expectRefused()
  expect(await notesOf(agent.call)).toEqual([])
})

it('HDV-07 an answer to the mail about an internal note stays internal, and only an agent gives one', async () => {
  address = replyAddress(agent.account.id, 'internal')
  expect(await send({ from: agent.account.email, text: 'Careful with her' })).toBe(250)
  expect((await notesOf(agent.call))[0]).toMatchObject({ noteText: 'Careful with her', visibility: 'internal' })
  expect(await notesOf(ana.call)).toEqual([])
  address = replyAddress(ana.account.id, 'internal')
  expect(await send({})).toBe(550)
})

it('FILE-01 pictures come with the note, drawn anew; what else was attached is named in it', async () => {
  const picture = await makeImage()
  const code = await send({
    attachments: [
      { filename: 'screen.png', content: Buffer.concat([picture, Buffer.from('<script>')]), contentType: 'image/png' },
      { filename: 'fake.png', content: Buffer.from('<svg onload=alert(1)>'), contentType: 'image/png' },
      { filename: 'large.png', content: Buffer.alloc(2 * 1024 * 1024 + 1, 1), contentType: 'image/png' },
      { filename: 'report.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
    ],
  })
  expect(code).toBe(250)
  const [note] = await notesOf(ana.call)
  expect(note?.noteText).toBe('It works now.\n\n(Attached to the e-mail and not kept: large.png, report.pdf, fake.png)')
  expect(note?.noteFiles.map(({ file }) => file.fileName)).toEqual(['screen.png'])
  const { bytes, headers } = await ana.call('GET', `/api/file/${note?.noteFiles[0]?.file.id}`)
  expect(headers['content-type']).toBe('image/png')
  expect(bytes.includes('<script>')).toBe(false)
  expect(await send({ text: '', attachments: [{ filename: 'only.png', content: picture }] })).toBe(250)
})

it('HDV-07 a mail too large, without words of its own, or longer than a note is refused for good', async () => {
  expect(await send({ attachments: [{ filename: 'a.bin', content: Buffer.alloc(8 * 1024 * 1024) }] })).toBe(552)
  const declared = await converse(['EHLO a.test', 'MAIL FROM:<a@b.test> SIZE=99999999'])
  expect(declared.at(-1)).toMatch(/^552/)
  expect(await send({ text: '> Open the ticket' })).toBe(554)
  expect(await send({ text: 'word '.repeat(2000) })).toBe(554)
  expect(await notesOf(ana.call)).toEqual([])
})

it('HDV-07 after twenty mails within an hour the next must wait, whichever process they come to', async () => {
  const codes = await Promise.all(Array.from({ length: 23 }, (_, n) => send({ text: `Number ${n}` }, ports[n % 2])))
  expect(codes.filter((code) => code === 250)).toHaveLength(20)
  expect(codes.filter((code) => code === 450)).toHaveLength(3)
  expect(await notesOf(ana.call)).toHaveLength(20)
}, 30_000)

it('HDV-07 the sender hears 250 only when the note is kept, and tries again after 451', async () => {
  await sql`alter table inbound_mail add constraint never check (key = '') not valid`.execute(database)
  expect(await send({ messageId: '<again@mail.example>' })).toBe(451)
  expect(await notesOf(ana.call)).toEqual([])
  await product.workJobs()
  await sql`alter table inbound_mail drop constraint never`.execute(database)
  expect(await send({ messageId: '<again@mail.example>' })).toBe(250)
  expect(await notesOf(ana.call)).toHaveLength(1)
})

it('HDV-07 hostile conversations end with an answer, and the next mail is taken', async () => {
  const start = ['EHLO a.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${address}>`, 'DATA']
  const from = `From: ${ana.account.email}\r\n`
  const mails = [
    '',
    '\0\0\0',
    `${from}\r\n\0 null \x1b[2J \ud800`,
    `${from}Content-Type: multipart/mixed; boundary=b\r\n\r\n${Array.from({ length: 60 }, (_, n) => `--b${n || ''}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`).join('')}`,
    `${from}X-Long: ${'x'.repeat(400_000)}\r\n\r\nHello`,
    `${from}Content-Type: text/plain; charset=none-such\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!`,
  ]
  for (const mail of mails) {
    const answer = (await converse([...start, `${mail}\r\n.`])).at(-1)
    expect(answer).toMatch(/^(250|55\d) /)
  }
  for (const line of [
    'AUTH PLAIN AGEAYg==',
    'STARTTLS',
    'VRFY ana',
    'MAIL FROM:<a@b.test',
    `RCPT TO:<${'x'.repeat(1500)}@y>`,
    'NONSENSE',
  ])
    expect((await converse(['EHLO a.test', line])).at(-1)).toMatch(/^(5\d\d|252) /)
  const idle = connect(ports[0] ?? 0, '127.0.0.1')
  await once(idle, 'connect')
  idle.destroy()
  expect(await send({ text: 'Still here \u0000 and well' })).toBe(250)
  expect((await notesOf(ana.call))[0]?.noteText).toBe('Still here  and well')
})
