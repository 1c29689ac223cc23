import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { stateOf, workAllJobs, writeMessage } from '#test/message-delivery.ts'

import { createMailer } from './send-mail.ts'

const mails: string[] = []
/** The server's responses to the next recipients or mails; undefined accepts. */
const refusals: { rcpt?: number; data?: number; hangUpAfter?: boolean; slow?: Slow }[] = []
/** A response that comes only once the test ends it. */
const slowly = () => {
  const slow = { started: Promise.withResolvers<void>(), ended: Promise.withResolvers<void>() }
  onTestFinished(() => slow.ended.resolve())
  return slow
}
type Slow = ReturnType<typeof slowly>
const smtpError = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

async function startServer(options: SMTPServerOptions) {
  const server: SMTPServer = new SMTPServer({
    logger: false,
    ...options,
    onRcptTo: (_address, _session, done) => {
      const code = refusals[0]?.rcpt
      if (code) refusals.shift()
      done(code ? smtpError(code) : null)
    },
    onData: async (stream, _session, done) => {
      const mail = await text(stream)
      const next = refusals.shift()
      next?.slow?.started.resolve()
      await next?.slow?.ended.promise
      if (next?.data) return done(smtpError(next.data))
      mails.push(mail)
      if (next?.hangUpAfter)
        for (const connection of server.connections)
          (connection as unknown as { _socket: { destroy: () => void } })._socket.destroy()
      else done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  afterAll(() => new Promise<void>((done) => server.close(() => done())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
const plain = await startServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
const product = await startTestApp({
  DEMO: 'false',
  SMTP_URL: `smtp://${plain}`,
  MAIL_FROM: 'Nearby <portal@nearby.test>',
  PUBLIC_URL: 'https://nearby.test',
  NOTICE_JOIN_MINUTES: '10',
})
const write = (subject: string, app = product) =>
  writeMessage(app, { channel: 'email', to: 'dana@example.test', subject, text: 'Hola', html: '<p>Hola</p>' })
const received = (subject: string) => mails.filter((mail) => mail.includes(`Subject: ${subject}`))
const delivered = { isDelivered: true, failure: null }
const waiting = { isDelivered: false, failure: null }

it('D-RUN-2 a mail goes out once, with text and HTML, its sender and an id of its own', async () => {
  const id = await write('Once')
  await Promise.all([workAllJobs(product), workAllJobs(product)])
  await workAllJobs(product)
  const [mail, ...others] = received('Once')
  expect(others).toEqual([])
  for (const part of ['From: Nearby <portal@nearby.test>', 'To: dana@example.test', `Message-ID: <${id}@nearby.test>`])
    expect(mail).toContain(part)
  expect(mail).toMatch(/text\/plain[\s\S]*text\/html/)
  expect(await stateOf(product, id)).toEqual(delivered)
})

it('F-03 D-MAIL-1 no mail leaves where encryption is required and the server has none', async () => {
  const mail = { id: 'tls', recipient: 'dana@example.test', subject: 'Sealed', text: 'Hola', html: null, headers: {} }
  const via = (smtpUrl: string) =>
    createMailer({
      ...product.config,
      ...{ smtpUrl, smtpRequiresTls: true, mailFrom: 'portal@nearby.test', publicUrl: 'https://nearby.test' },
    })
  await expect(via(`smtp://${plain}`)(mail)).rejects.toThrow('the mail server answered')
  expect(received('Sealed')).toEqual([])
  await via(`smtp://${plain}?requireTLS=false`)(mail)
  expect(received('Sealed')).toHaveLength(1)
})

it('D-RUN-2 a mail is tried again after a 4xx of the recipient, and of the mail', async () => {
  const id = await write('Later')
  refusals.push({ rcpt: 451 })
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(waiting)
  refusals.push({ data: 452 })
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(waiting)
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(delivered)
  expect(received('Later')).toHaveLength(1)
})

it.each([
  [{ rcpt: 550 }, 'invalid-address'],
  [{ rcpt: 552 }, 'refused'],
  [{ data: 554 }, 'refused'],
])('D-RUN-2 a mail refused for good (%o) is given up as %s', async (refusal, failure) => {
  const id = await write('Never')
  refusals.push(refusal)
  await workAllJobs(product)
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual({ isDelivered: false, failure })
  expect(received('Never')).toEqual([])
})

it('D-RUN-2 a mail whose answer was lost goes again under the same id, by which its mailbox knows the two for one', async () => {
  const id = await write('Lost')
  refusals.push({ hangUpAfter: true })
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(waiting)
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(delivered)
  expect(new Set(received('Lost').map((mail) => /Message-ID: (.*)/i.exec(mail)?.[1])).size).toBe(1)
})

it('D-MAIL-1 a mail server that does not answer holds back neither the decision about further notices nor other mails', async () => {
  const notice = (name: string) =>
    writeMessage(product, {
      ...{ channel: 'email', to: 'slow@example.test', subject: name, text: 'Hola' },
      entry: { title: name, url: `https://nearby.test/${name}` },
    })
  const isHeld = async (id: string) => {
    const row = await product.database
      .selectFrom('message')
      .select(['joinKey', 'deliveredOn'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.joinKey !== null && row.deliveredOn === null
  }
  const first = slowly()
  refusals.push({ slow: first, data: 451 })
  const firstId = await notice('slow-1')
  const trying = product.workJobs()
  await first.started.promise
  const others = [await notice('slow-2'), await notice('slow-3')]
  await write('Meanwhile')
  await product.workJobs()
  expect(await Promise.all(others.map(isHeld))).toEqual([true, true])
  expect(received('Meanwhile')).toHaveLength(1)
  first.ended.resolve()
  await trying
  // What was let through is not held back when it is tried again.
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`message:${firstId}`}`.execute(
    product.database,
  )
  await product.workJobs()
  expect(received('slow-1')).toHaveLength(1)
  await sql`update message_count set ends_on = now() - interval '1 second'`.execute(product.database)
  const joined = slowly()
  refusals.push({ slow: joined })
  const joining = workAllJobs(product)
  await joined.started.promise
  const last = await notice('slow-4')
  await product.workJobs()
  expect(await isHeld(last)).toBe(true)
  joined.ended.resolve()
  await joining
  await workAllJobs(product)
  for (const name of ['slow-1', 'slow-2', 'slow-3', 'slow-4'])
    expect(
      mails.filter((mail) => mail.includes(name === 'slow-1' || name === 'slow-4' ? `Subject: ${name}` : `/${name}"`)),
      name,
    ).toHaveLength(1)
})

it('D-RUN-2 a server with STARTTLS and a sign-in is served; a refused sign-in is tried again', async () => {
  const seen: { secure: boolean; user: string | undefined }[] = []
  let password = 'right'
  const guarded = await startServer({
    onAuth: (auth, session, done) => {
      seen.push({ secure: session.secure, user: auth.username })
      if (auth.password === password) done(null, { user: auth.username })
      else done(smtpError(535))
    },
  })
  const app = await startTestApp({
    DEMO: 'false',
    SMTP_URL: `smtp://portal:right@${guarded}?requireTLS=true&tls.rejectUnauthorized=false`,
  })
  password = 'another'
  const id = await write('Guarded', app)
  await workAllJobs(app)
  expect(await stateOf(app, id)).toEqual(waiting)
  password = 'right'
  await workAllJobs(app)
  expect(await stateOf(app, id)).toEqual(delivered)
  expect(received('Guarded')).toHaveLength(1)
  for (const signIn of seen) expect(signIn).toEqual({ secure: true, user: 'portal' })
})
