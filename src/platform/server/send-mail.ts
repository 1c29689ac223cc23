import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { DeliveryRefused } from './delivery-refused.ts'
import { writeReturnAddress } from './returned-mail.ts'

interface Mail {
  id: string
  recipient: string
  subject: string | null
  text: string
  html: string | null
  headers: Record<string, string>
}
interface SmtpError {
  code?: string
  responseCode?: number
  command?: string
}

/** A 5xx about this recipient or this mail. A failed login or missing TLS is for the operator to fix. */
const isFinal = ({ code, responseCode = 0 }: SmtpError) =>
  responseCode >= 500 && responseCode !== 530 && (code === 'EENVELOPE' || code === 'EMESSAGE')

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'smtpRequiresTls' | 'mailFrom' | 'mailReplyDomain' | 'mailReturns' | 'publicUrl' | 'secretKeys'
>

/** Sends mail over SMTP. Errors that may be temporary are thrown unchanged. */
export function createMailer(config: MailConfig) {
  const { smtpUrl, smtpRequiresTls: requireTLS, mailFrom, publicUrl } = config
  // Nodemailer's default timeout is ten minutes.
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        requireTLS,
        connectionTimeout: 15_000,
        greetingTimeout: 15_000,
        socketTimeout: 60_000,
      })
    : null
  const host = new URL(publicUrl).hostname
  const { secretKeys, mailReplyDomain, mailReturns } = config
  return async (mail: Mail) => {
    if (!transport) throw new DeliveryRefused('no-service', 'SMTP_URL is not set')
    const letter = {
      from: mailFrom,
      to: mail.recipient,
      subject: mail.subject ?? '',
      text: mail.text,
      ...(mail.html ? { html: mail.html } : {}),
      messageId: `<${mail.id}@${host}>`,
      headers: mail.headers,
      ...(mailReturns && mailReplyDomain
        ? { envelope: { from: writeReturnAddress(secretKeys, mailReplyDomain, mail.id), to: mail.recipient } }
        : {}),
    }
    await transport.sendMail(letter).catch((error: Error & SmtpError) => {
      // The server's response can contain the address; only its code is logged.
      const cause = `the mail server answered ${error.responseCode ?? error.code ?? 'nothing'} to ${error.command ?? 'the connection'}`
      if (!isFinal(error)) throw new Error(cause)
      throw new DeliveryRefused(error.responseCode === 550 ? 'invalid-address' : 'refused', cause)
    })
  }
}
