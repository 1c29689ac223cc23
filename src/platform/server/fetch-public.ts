import { lookup as resolveName } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address to which the portal does not connect, or a response that it does not take. `code` says why. */
export class FetchRefused extends Error {
  readonly code: 'not-public' | 'no-answer' | 'refused' | 'too-large'
  constructor(code: FetchRefused['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

const IDLE_MS = 60_000
/** A response takes no longer: one that comes byte by byte would hold the job forever. */
const MOST_MS = 600_000

/** Also addresses that lead to internal ones by another spelling (IPv4 inside IPv6, NAT64) are not public. */
const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

/** Resolves a name and refuses internal addresses. The connection uses the address that was checked. */
const lookupPublic: LookupFunction = (name, options, done) =>
  resolveName(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    if (!found.length || !found.every(({ address }) => isPublic(address)))
      return done(new FetchRefused('not-public'), '', 0)
    const [first] = found
    return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family)
  })

export interface FetchLimits {
  /** Hosts that may be internal, and without https: the operator named them. */
  allowedHosts: string[]
  /** More is not read. */
  maxBytes: number
  /** Milliseconds in all. */
  mostMs?: number
  signal?: AbortSignal | undefined
}

/**
 * Reads an address that a person entered: only https, no internal address, no redirect.
 * @throws FetchRefused
 */
export async function fetchPublic(url: URL, { mostMs = MOST_MS, ...limits }: FetchLimits) {
  const { allowedHosts, maxBytes, signal } = limits
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAllowed = allowedHosts.includes(host.toLowerCase())
  if (!isAllowed && (url.protocol !== 'https:' || (isIP(host) && !isPublic(host)))) throw new FetchRefused('not-public')
  const late = AbortSignal.timeout(mostMs)
  try {
    const answer = await connect(url, {
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(isAllowed ? {} : { lookup: lookupPublic }),
    })
    return { status: answer.statusCode ?? 0, bytes: await readBytes(answer, maxBytes) }
  } catch (error) {
    throw error instanceof FetchRefused || signal?.aborted ? error : new FetchRefused('no-answer', error)
  }
}

const connect = (url: URL, options: { signal: AbortSignal; lookup?: LookupFunction }) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'application/json', 'user-agent': 'Hearthline' }
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      { ...options, headers, timeout: IDLE_MS },
      resolve,
    )
    request.on('timeout', () => request.destroy(new FetchRefused('no-answer')))
    request.on('error', reject)
    request.end()
  })

async function readBytes(answer: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      answer.destroy()
      throw new FetchRefused('too-large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
