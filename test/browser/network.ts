import type { InjectOptions } from 'fastify'
import type { TestApp } from '../app.ts'

/** One call of a screen. */
export interface Call {
  method: string
  path: string
  query: Record<string, string | string[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what was sent
  body: any
  /** 0 if there was no response; undefined while it is in progress. */
  status: number | undefined
  /** Whether `holdNext` or `holdNextAnswer` delays it. */
  isHeld?: boolean
  /** Whether the server has answered it. */
  isAnswered?: boolean
}
type Failure = number | 'network' | { status: number; code?: string; message?: string; retryAfter?: number }

interface Rule {
  method: string
  path: string | RegExp
  failure?: Failure
  gate?: Promise<void>
  answerGate?: Promise<void>
}

function makeGate() {
  let release = () => {}
  const gate = new Promise<void>((done) => {
    release = done
  })
  return { gate, release }
}

const fits = (rule: Rule, method: string, path: string) =>
  rule.method === method &&
  (typeof rule.path === 'string' ? rule.path.replace(/\/$/, '') === path.replace(/\/$/, '') : rule.path.test(path))

const listQuery = (words: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(words.keys())].map((name) => {
      const all = words.getAll(name)
      return [name, all.length > 1 ? all : (all[0] ?? '')]
    }),
  )

function refusal(failure: Exclude<Failure, 'network'>) {
  const {
    status,
    code = 'unexpected',
    message = 'It failed',
    ...extra
  } = typeof failure === 'number' ? { status: failure } : failure
  return new Response(JSON.stringify({ ...extra, status, code, message, errors: [] }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}

/** The network between one browser's pages and the product: its cookies, its calls, and simulated failures. */
export class Network {
  readonly calls: Call[] = []
  private readonly cookies = new Map<string, string>()
  private rules: Rule[] = []
  private broken: 'requests' | 'answers' | null = null
  private readonly app: TestApp['app']
  private readonly origin: string

  constructor(app: TestApp['app'], origin: string) {
    this.app = app
    this.origin = origin
  }

  /** Makes the next such call fail before it reaches the server. */
  failNext(method: string, path: string | RegExp, failure: Failure) {
    this.rules.push({ method, path, failure })
  }
  /** Delays the next such call until `release` is called. */
  holdNext(method: string, path: string | RegExp) {
    const { gate, release } = makeGate()
    this.rules.push({ method, path, gate })
    return { release }
  }
  /** Delays the response to the next such call, which the server has carried out, until `release` is called. */
  holdNextAnswer(method: string, path: string | RegExp) {
    const { gate, release } = makeGate()
    this.rules.push({ method, path, answerGate: gate })
    return { release }
  }
  /** Until `null`, no request arrives, or what a request changes is done and its answer gets lost. */
  breakConnection(broken: 'requests' | 'answers' | null) {
    this.broken = broken
  }
  /** Whether no request arrives. */
  get isBroken() {
    return this.broken === 'requests'
  }
  /** Rules for failures or delays whose call was never made. */
  unused = () => this.rules.map((rule) => `${rule.method} ${rule.path}`)

  /** What the screen still reads, without what a test holds back. */
  reading = () => this.calls.flatMap((c) => (c.method === 'GET' && c.status === undefined && !c.isHeld ? [c.path] : []))

  get cookie() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  set cookie(all: string) {
    for (const pair of all.split('; ').filter(Boolean)) {
      const at = pair.indexOf('=')
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  /** Waits for what delays a stream of events. @throws if it is to fail */
  beforeStream = async (path: string) => {
    const at = this.rules.findIndex((rule) => fits(rule, 'GET', path))
    const [rule] = at < 0 ? [] : this.rules.splice(at, 1)
    await rule?.gate
    if (rule?.failure !== undefined) throw new TypeError('The stream was refused')
  }

  /** Headers that a browser adds to each call of its own pages. */
  headers = () => ({
    ...(this.cookie ? { cookie: this.cookie } : {}),
    origin: this.origin,
    'sec-fetch-site': 'same-origin',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  })

  /** The `fetch` of a page. */
  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(typeof input === 'string' ? new URL(input, location.href) : input, init)
    const url = new URL(request.url)
    const { method, signal } = request
    const isJson = typeof init?.body === 'string'
    const payload = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const body = isJson ? JSON.parse(String(payload)) : init?.body
    const call: Call = { method, path: url.pathname, query: listQuery(url.searchParams), body, status: undefined }
    this.calls.push(call)
    const at = this.rules.findIndex((rule) => fits(rule, method, url.pathname))
    const [rule] = at < 0 ? [] : this.rules.splice(at, 1)
    if (rule?.gate || rule?.answerGate) call.isHeld = true
    const aborted = new Promise<never>((_, fail) => {
      if (signal.aborted) fail(signal.reason)
      signal.addEventListener('abort', () => fail(signal.reason))
    })
    const answered = async () => {
      await rule?.gate
      if (rule?.failure === 'network' || this.broken === 'requests') throw new TypeError('Failed to fetch')
      if (rule?.failure !== undefined) return refusal(rule.failure)
      const answer = await this.send(
        method,
        url,
        { ...Object.fromEntries(request.headers), ...this.headers() },
        payload,
      )
      call.isAnswered = true
      await rule?.answerGate
      if (this.broken === 'answers' && method !== 'GET') throw new TypeError('Failed to fetch')
      return answer
    }
    try {
      const answer = await Promise.race([answered(), aborted])
      call.status = answer.status
      return answer
    } catch (error) {
      call.status = 0
      throw error
    }
  }

  private async send(method: string, url: URL, headers: Record<string, string>, payload: Buffer | undefined) {
    const options = {
      method,
      url: url.pathname + url.search,
      headers,
      ...(payload ? { payload } : {}),
    } as InjectOptions
    const answer = await this.app.inject(options)
    for (const { name, value } of answer.cookies) {
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    const all = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as [string, string]),
    )
    const isEmpty = [204, 205, 304].includes(answer.statusCode)
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: all })
  }
}
