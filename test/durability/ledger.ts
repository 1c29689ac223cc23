import type { BulkCall } from '#casework/referral-lists/bulk-call.ts'
import type { Caller } from '../app.ts'
import type { IntakeCall } from './intake-writers.ts'

/** The portal did not respond, or not with a result: the client cannot know whether its call was executed. */
export class Unanswered extends Error {}

/** What clients were told is done. All texts and names are unique, so that each can be found again. */
export interface Ledger {
  people: Map<string, string>
  /** by referral: the steps in their order */
  referrals: Map<string, string[]>
  /** by referral to an organization without an account: the address to which its link was sent */
  links: Map<string, string>
  messages: Map<string, string>
  tickets: Map<string, { key: string; description: string }>
  notes: Map<string, string>
  files: Map<string, number>
  attached: Map<string, string>
  registered: Set<string>
  confirmed: Set<string>
  invited: Set<string>
  joined: Set<string>
  /** by address: the new password */
  resets: Map<string, string>
  /** by intake: `question changeId` of its answers in their order */
  intakes: Map<string, string[]>
  completed: Set<string>
  /** tickets whose filing got no response: filed again under the same key, there is still only one */
  unansweredTickets: { key: string; description: string }[]
  /** changes of many referrals that got no response: repeated under the same ID, each referral is changed once */
  unansweredBulk: BulkCall[]
  /** the same for undoing such a change */
  unansweredUndo: BulkCall[]
  /** calls about intakes that got no response: repeated, they change nothing twice */
  unansweredIntakes: IntakeCall[]
}

export const emptyLedger = (): Ledger => ({
  people: new Map(),
  referrals: new Map(),
  links: new Map(),
  messages: new Map(),
  tickets: new Map(),
  notes: new Map(),
  files: new Map(),
  attached: new Map(),
  registered: new Set(),
  confirmed: new Set(),
  invited: new Set(),
  joined: new Set(),
  resets: new Map(),
  intakes: new Map(),
  completed: new Set(),
  unansweredTickets: [],
  unansweredBulk: [],
  unansweredUndo: [],
  unansweredIntakes: [],
})

export const countActs = (ledger: Ledger) =>
  Object.entries(ledger)
    .filter(([kept]) => kept !== 'links')
    .reduce((sum, [, kept]) => sum + countIn(kept), 0)

const countIn = (kept: Ledger[keyof Ledger]) => {
  if (kept instanceof Map)
    return [...kept.values()].reduce<number>((n, value) => n + (Array.isArray(value) ? value.length : 1), 0)
  return 'size' in kept ? kept.size : 0
}

/** Calls without an answer, which are repeated. */
export const countUnanswered = (ledger: Ledger) =>
  [ledger.unansweredTickets, ledger.unansweredBulk, ledger.unansweredUndo, ledger.unansweredIntakes].flat().length

let network = 0

/** Makes calls over real HTTP; a lost connection and a 5xx are {@link Unanswered}. */
export function client(url: string, cookie = ''): Caller {
  network++
  const address = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
  return async (method, path, body, headers = {}) => {
    const isForm = body instanceof Uint8Array
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(cookie ? { cookie } : {}),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? Uint8Array.from(body) : JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new Unanswered(error.message)
    })
    const bytes = Buffer.from(
      await answer.arrayBuffer().catch((error: Error) => {
        throw new Unanswered(error.message)
      }),
    )
    if (answer.status >= 500) throw new Unanswered(`${method} ${path} answered ${answer.status}`)
    const isJson = (answer.headers.get('content-type') ?? '').includes('json')
    const text = bytes.toString()
    return {
      status: answer.status,
      body: isJson && text ? JSON.parse(text) : text,
      bytes,
      headers: Object.fromEntries(answer.headers),
    }
  }
}

export async function signIn(url: string, email: string, password: string): Promise<Caller> {
  const answer = await client(url)('POST', '/api/auth/login/fallback', { email, password })
  if (answer.status !== 200) throw new Error(`the sign-in of ${email} answered ${answer.status}`)
  return client(url, String(answer.headers['set-cookie']).split(';')[0])
}

/** The response body, if the call succeeded. */
export async function ok(call: Caller, method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await call(method, path, body, headers)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
