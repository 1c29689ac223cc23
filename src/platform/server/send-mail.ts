import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { DeliveryRefused } from './delivery-refused.ts'

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

/** A 5xx about this recipient or this mail. A refused sign-in or a missing TLS is the operator's to mend. */
const isFinal = ({ code, responseCode = 0 }: SmtpError) =>
  responseCode >= 500 && responseCode !== 530 && (code === 'EENVELOPE' || code === 'EMESSAGE')

type MailConfig = Pick<Config, 'smtpUrl' | 'smtpRequiresTls' | 'mailFrom' | 'publicUrl'>

/** Mail over SMTP. Errors that a later try can mend are thrown plain. */
export function createMailer({ smtpUrl, smtpRequiresTls: requireTLS, mailFrom, publicUrl }: MailConfig) {
  // Nodemailer's own patience is ten minutes.
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
    }
    await transport.sendMail(letter).catch((error: Error & SmtpError) => {
      // What the server says can hold the address; the log gets its number alone.
      const cause = `the mail server answered ${error.responseCode ?? error.code ?? 'nothing'} to ${error.command ?? 'the connection'}`
      if (!isFinal(error)) throw new Error(cause)
      throw new DeliveryRefused(error.responseCode === 550 ? 'invalid-address' : 'refused', cause)
    })
  }
}
