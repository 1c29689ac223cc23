import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { readReplyAddress } from '#help-desk/tickets/server/tickets-public.ts'
import { type Config, ConfigError } from '#platform/server/config.ts'
import { readReturn, readReturnAddress, recordReturn } from '#platform/server/returned-mail.ts'
import { acceptReply, type InboundServices, requireMayAnswer } from './accept-reply.ts'
import { MailRefused, refuseMail } from './mail-refused.ts'
import { hasTooManyLines, readReply } from './read-reply.ts'

const MAX_MAIL_BYTES = 10 * 1024 * 1024
const MOST_AT_ONCE = 20
/** The maximum duration of a connection, however slow the client is. */
const LONGEST_MS = 10 * 60_000
type Done = (error?: Error | null) => void

/** @throws ConfigError if it cannot be read */
function readCertificate(tls: { cert: string; key: string }) {
  try {
    return { cert: readFileSync(tls.cert), key: readFileSync(tls.key) }
  } catch (error) {
    throw new ConfigError(`INBOUND_SMTP_CERT and INBOUND_SMTP_KEY: ${(error as Error).message}`)
  }
}

/** Reads the whole mail; data beyond the limit is discarded, so that the sender still receives the reason. */
async function receive(stream: SMTPServerDataStream) {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw refuseMail('too-large')
  return Buffer.concat(chunks)
}

/**
 * Listens for e-mail replies if INBOUND_SMTP_PORT is set, and for reports on mail that was not delivered. Accepts mail
 * only for addresses that the portal issued, and relays none.
 * Several processes may listen, each on its own machine or port.
 * @returns its port, and how to stop it
 */
export async function startInboundMail(services: InboundServices & { config: Config }) {
  const { config, database, log } = services
  const { inboundSmtp: settings, mailReplyDomain: domain, mailReturns, secretKeys } = config
  if (!settings || !domain) return null
  const read = (address: string) => readReplyAddress(secretKeys, domain, address)
  const readReturned = (address: string) => (mailReturns ? readReturnAddress(secretKeys, domain, address) : null)
  /** Reports have no sender, so that nobody reports on them in turn. */
  const isReport = ({ envelope }: SMTPServerSession) => envelope.mailFrom === false || !envelope.mailFrom.address

  /** Responds to the client and logs the result, without sender or content. */
  const answer = (work: Promise<void>, done: Done) =>
    work.then(
      () => done(null),
      (error: Error) => {
        if (error instanceof MailRefused)
          log.info({ code: error.responseCode, cause: error.message }, 'a mail was refused')
        else log.error({ err: error }, 'a mail could not be taken')
        done(error instanceof MailRefused ? error : refuseMail('not-now'))
      },
    )

  const takeReturn = async (raw: Buffer, messageId: string) => {
    if (hasTooManyLines(raw)) throw refuseMail('too-large')
    const failure = await readReturn(raw).catch(() => {
      throw refuseMail('unreadable')
    })
    if (!failure) return
    await recordReturn(database, messageId, failure)
    log.info({ messageId, cause: failure }, 'a mail was returned')
  }

  const server = new SMTPServer({
    name: domain,
    banner: config.productName,
    size: MAX_MAIL_BYTES,
    maxClients: MOST_AT_ONCE,
    // One ticket per mail: the sender must deliver to a second recipient separately.
    maxRecipients: 1,
    maxAllowedUnauthenticatedCommands: 50,
    maxCommandLength: 2048,
    socketTimeout: 60_000,
    closeTimeout: 5000,
    disableReverseLookup: true,
    logger: false,
    disabledCommands: settings.tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(settings.tls && readCertificate(settings.tls)),
    onMailFrom: ({ address }, _session, done: Done) => done(address || mailReturns ? null : refuseMail('automatic')),
    onRcptTo: ({ address }, session, done: Done) => {
      const returned = readReturned(address)
      if (returned) return done(isReport(session) ? null : refuseMail('no-such-address'))
      if (isReport(session)) return done(refuseMail('automatic'))
      const reply = read(address)
      if (!reply) return done(refuseMail('no-such-address'))
      answer(
        requireMayAnswer(database, reply).then(() => undefined),
        done,
      )
    },
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done) => {
      const address = session.envelope.rcptTo[0]?.address ?? ''
      const [reply, returned] = [read(address), readReturned(address)]
      const work = receive(stream).then(async (raw) => {
        if (returned) return takeReturn(raw, returned)
        if (!reply) throw refuseMail('no-such-address')
        await acceptReply(services, reply, await readReply(raw))
      })
      answer(work, done)
    },
  })
  server.on('error', (error: Error) => log.info({ cause: error.message }, 'a conversation by mail broke off'))
  server.server.on('connection', (socket) => {
    const limit = setTimeout(() => socket.destroy(), LONGEST_MS).unref()
    socket.once('close', () => clearTimeout(limit))
  })
  await new Promise<void>((listening, fail) => {
    server.server.once('error', () =>
      fail(new ConfigError(`INBOUND_SMTP_PORT: port ${settings.port} cannot be listened on at ${settings.host}`)),
    )
    server.listen(settings.port, settings.host, () => listening())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((ended) => server.close(() => ended())),
  }
}
