import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const ACCOUNT = 'AC0123456789abcdef'
const TOKEN = 'a secret/with+signs'

export interface Posted {
  kind: 'Messages' | 'Calls'
  form: Record<string, string>
  idempotencyKey: string
}
/** The result of the next request: refused as by Twilio, or accepted and then disconnected before the response. */
export type Trouble = { status: number; code?: number } | 'lost-answer'

/** A server on loopback with the part of Twilio's HTTP API that the portal uses. */
export async function startTwilioServer() {
  const posted: Posted[] = []
  const troubles: Trouble[] = []
  const made: { body: string | null; to: string; date_created: string }[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const url = new URL(request.url ?? '', 'http://peer')
    if (request.headers.authorization !== `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`)
      return say(401, { code: 20003, message: 'Authenticate', status: 401 })
    const kind = new RegExp(`^/2010-04-01/Accounts/${ACCOUNT}/(Messages|Calls)\\.json$`).exec(url.pathname)?.[1]
    if (kind !== 'Messages' && kind !== 'Calls') return say(404, { code: 20404, status: 404 })
    if (request.method === 'GET') return say(200, { messages: made.filter((m) => m.to === url.searchParams.get('To')) })

    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const trouble = troubles.shift()
    if (trouble && trouble !== 'lost-answer') return say(trouble.status, { ...trouble, message: 'no' })
    if (!form.To || !form.From || !(kind === 'Messages' ? form.Body : form.Twiml))
      return say(400, { code: 21604, status: 400 })
    posted.push({ kind, form, idempotencyKey: String(request.headers['idempotency-key']) })
    made.push({ body: form.Body ?? null, to: form.To, date_created: new Date().toUTCString() })
    if (trouble === 'lost-answer') return request.socket.destroy()
    return say(201, { sid: `SM${randomBytes(16).toString('hex')}`, status: 'queued' })
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    /** in the format of SMS_URL */
    url: `http://${ACCOUNT}:${encodeURIComponent(TOKEN)}@127.0.0.1:${port}?from=+17165550100`,
    posted,
    troubles,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
