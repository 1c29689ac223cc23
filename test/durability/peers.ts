import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { startTwilioServer } from '../twilio-server.ts'

export interface ReceivedMail {
  messageId: string
  to: string
  subject: string
  text: string
}

/** A real SMTP server and a real text service on loopback that record everything they accepted. */
export async function startPeers() {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const mail = await buffer(stream).then(
        (bytes) => PostalMime.parse(bytes),
        () => null,
      )
      // A client that was killed in the middle of a mail has not sent it.
      if (!mail) return done(new Error('broken off'))
      for (const { address } of session.envelope.rcptTo)
        mails.push({
          messageId: mail.messageId ?? '',
          to: address,
          subject: mail.subject ?? '',
          text: mail.text ?? '',
        })
      done()
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()))
  const texts = await startTwilioServer()
  return {
    mails,
    texts: texts.posted,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      SMS_URL: texts.url,
    },
    stop: async () => {
      texts.stop()
      await new Promise<void>((done) => smtp.close(() => done()))
    },
  }
}
export type Peers = Awaited<ReturnType<typeof startPeers>>
