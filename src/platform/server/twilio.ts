import { z } from 'zod'
import { type DeliveryFailure, DeliveryRefused } from './delivery-refused.ts'
import type { SmsAddress } from './sms-address.ts'
import type { Language } from './texts.ts'

const PATIENCE = 15_000
/** Maps Twilio's error codes to our failures; see its list of error codes. */
const failures: Record<number, DeliveryFailure> = {
  21211: 'invalid-address',
  21214: 'invalid-address',
  21217: 'invalid-address',
  21612: 'invalid-address',
  21614: 'invalid-address',
  21610: 'unsubscribed',
}
const Refusal = z.object({ code: z.number().nullish() })
const Sent = z.object({
  messages: z.array(z.object({ body: z.string().nullable(), date_created: z.string().nullish() })),
})

export interface PhoneMessage {
  /** The same for all tries of one message; a service that supports Idempotency-Key sends it once. */
  id: string
  /** +1 and ten digits */
  to: string
  text: string
}

/** Texts and calls through Twilio's HTTP API (2010-04-01). Errors that may be temporary are thrown unchanged. */
export function createTwilio({ base, account, token, from, messagingService }: SmsAddress) {
  const root = `${base}/2010-04-01/Accounts/${encodeURIComponent(account)}`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  const ask = (path: string, request: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${root}${path}`, {
      ...request,
      headers: { accept: 'application/json', ...request.headers, authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })

  const post = async (path: string, id: string, form: Record<string, string>) => {
    const answer = await ask(path, {
      method: 'POST',
      headers: { 'idempotency-key': id },
      body: new URLSearchParams(form),
    })
    if (answer.ok) return void (await answer.body?.cancel())
    const refusal = Refusal.safeParse(await answer.json().catch(() => null)).data
    const cause = `the text service answered ${answer.status}, code ${refusal?.code ?? 'none'}`
    // A wrong token is for the operator to fix; a later try may succeed.
    if (answer.status >= 500 || [401, 408, 425, 429].includes(answer.status)) throw new Error(cause)
    throw new DeliveryRefused(failures[refusal?.code ?? 0] ?? 'refused', cause)
  }

  /** Whether an earlier try succeeded although its response was lost. Checked before a text is sent again. */
  const wasTexted = async ({ to, text }: PhoneMessage, since: Date) => {
    const query = new URLSearchParams({ To: to, 'DateSent>': since.toISOString().slice(0, 10), PageSize: '100' })
    const answer = await ask(`/Messages.json?${query}`)
    if (!answer.ok) throw new Error(`the text service answered ${answer.status} when asked what it sent`)
    const { messages } = Sent.parse(await answer.json())
    // Twilio's times have a resolution of one second.
    const isSince = (time: string | null | undefined) => !time || Date.parse(time) + 1000 > since.getTime()
    return messages.some((sent) => sent.body === text && isSince(sent.date_created))
  }

  return {
    /** @param again since when an earlier try may have sent this message; null at the first try */
    sendText: async (message: PhoneMessage, again: Date | null) => {
      if (again && (await wasTexted(message, again))) return
      const sender: Record<string, string> = messagingService
        ? { MessagingServiceSid: messagingService }
        : { From: from }
      await post('/Messages.json', message.id, { To: message.to, Body: message.text, ...sender })
    },
    /** Calls and reads the text aloud. If the response was lost, it calls again: hearing a code twice is harmless. */
    call: ({ id, to, text }: PhoneMessage, language: Language) =>
      post('/Calls.json', id, { To: to, From: from, Twiml: speak(text, language) }),
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const voices: Record<Language, string> = { en: 'en-US', es: 'es-US' }

const speak = (text: string, language: Language) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Pause length="1"/><Say language="${voices[language]}">${text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>"']/g, (c) => entities[c] ?? c)}</Say></Response>`
