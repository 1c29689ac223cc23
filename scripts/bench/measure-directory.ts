import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import type { Measure, Statement } from './directory-calls.ts'
import { processorTime, residentMemory } from './measure-block.ts'

const WARM_UP = 6
/** Each call is made once before it is measured, so that what it reads is as near as in a portal that is in use. */
const warmUps = (times: number) => Math.max(WARM_UP, times)

export interface Timed {
  name: string
  goal: number | null
  /** milliseconds */
  portal: number[]
  bare: number[]
  /** processor milliseconds of each call to the portal, there and in PostgreSQL; a busy machine does not change them */
  processor: number
}
export interface Edits {
  /** milliseconds until the answer */
  saved: number[]
  /** milliseconds from the start of saving until a search finds it */
  found: number[]
}
export interface Download {
  services: number
  seconds: number
  /** of the portal, in MB: before, and the most during it */
  memory: { before: number; most: number }
}

const at = <Value>(values: Value[], place: number) => values[place % values.length] as Value

/** CPU seconds that PostgreSQL has used so far; processes that ended count too. */
function postgresTime(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ended = (Number(fields[13]) + Number(fields[14])) / 100
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + (processorTime(Number(child)) ?? 0), ended)
}

/** The processes that work on a call. */
export interface Processes {
  portal: number
  postgres: number
}
const workedSoFar = ({ portal, postgres }: Processes) =>
  existsSync('/proc/self/stat') ? (processorTime(portal) ?? 0) + postgresTime(postgres) : Number.NaN

/** Makes the call with this number, and gives its milliseconds. @throws if it fails */
function caller(
  to: Pool,
  { name, paths, bodies, isOpen }: Pick<Measure, 'name' | 'paths' | 'bodies' | 'isOpen'>,
  cookie: string,
) {
  return async (n: number) => {
    const [path, given] = [at(paths, n), bodies && JSON.stringify(at(bodies, n))]
    const start = performance.now()
    const { statusCode, body } = await to.request({
      ...{ method: given ? 'POST' : 'GET', path, body: given ?? null },
      headers: { ...(isOpen ? {} : { cookie }), ...(given ? { 'content-type': 'application/json' } : {}) },
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${name} (${path}) answered ${statusCode}: ${text}`)
    return performance.now() - start
  }
}

export interface Busy {
  name: string
  /** milliseconds */
  times: number[]
  perSecond: number
}
export const AT_ONCE = 16

/** Makes each call so often, {@link AT_ONCE} at a time, each after the answer to another. */
export async function measureAtOnce(url: string, measure: Measure, times: number, cookie: string): Promise<Busy> {
  const connections = new Pool(url, { connections: AT_ONCE })
  const call = caller(connections, measure, cookie)
  const begun = performance.now()
  const taken: number[] = []
  let next = 0
  const one = async () => {
    while (next < times) taken.push(await call(next++))
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    return { name: measure.name, times: taken, perSecond: (taken.length / (performance.now() - begun)) * 1000 }
  } finally {
    await connections.destroy()
  }
}

/** Makes each call, and right after it the same as a bare statement, one at a time. */
export async function measureCalls(
  url: string,
  client: pg.Client,
  { name, goal, paths, bodies, bare, isOpen }: Measure,
  { times, cookie, processes }: { times: number; cookie: string; processes: Processes },
): Promise<Timed> {
  const connections = new Pool(url, { connections: 1 })
  const call = caller(connections, { name, paths, bodies, isOpen }, cookie)
  const run = async ({ text, values }: Statement) => {
    const start = performance.now()
    await client.query(text, values)
    return performance.now() - start
  }
  const timed: Timed = { name, goal, portal: [], bare: [], processor: 0 }
  try {
    for (let n = 0; n < warmUps(times) && paths.length; n++) await call(n)
    for (let n = 0; n < times && paths.length; n++) {
      const before = workedSoFar(processes)
      timed.portal.push(await call(n))
      timed.processor += ((workedSoFar(processes) - before) * 1000) / times
      timed.bare.push(await run(at(bare, n)))
    }
    return timed
  } finally {
    await connections.destroy()
  }
}

/** Changes the names of services as a data manager, and searches for each until it is found. */
export async function measureEdits(
  url: string,
  databaseUrl: string,
  { times, cookie }: { times: number; cookie: string },
): Promise<Edits> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select service_id as id from service_search order by md5(service_id::text || $1) limit $2',
    [String(Date.now()), times],
  )
  await client.end()
  const headers = { cookie, 'content-type': 'application/json' }
  const edits: Edits = { saved: [], found: [] }
  for (const [n, { id }] of rows.entries()) {
    const { version } = (await (await fetch(`${url}/api/service/${id}/editor`, { headers })).json()) as {
      version: number
    }
    const word = `quill${Date.now()
      .toString(36)
      .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}${'abcdefghijklmnopqrstuvwxyz'[n]}`
    const start = performance.now()
    const body = JSON.stringify({ version, changes: { name: `Edited ${word}` } })
    const saved = await fetch(`${url}/api/service/${id}`, { method: 'PUT', headers, body })
    if (saved.status !== 200) throw new Error(`Saving ${id} answered ${saved.status}: ${await saved.text()}`)
    edits.saved.push(performance.now() - start)
    for (;;) {
      const page = (await (await fetch(`${url}/api/service/?text=${word}`, { headers })).json()) as {
        items: { id: string }[]
      }
      if (page.items.some((item) => item.id === id)) break
      if (performance.now() - start > 60_000) throw new Error(`${id} was not found a minute after it was saved.`)
      await sleep(5)
    }
    edits.found.push(performance.now() - start)
  }
  return edits
}

/** Reads all services as NDJSON. @param pid the portal's */
export async function measureDownload(url: string, pid: number): Promise<Download> {
  const memory = { before: residentMemory(pid), most: 0 }
  const watch = setInterval(() => {
    memory.most = Math.max(memory.most, residentMemory(pid))
  }, 200)
  const start = performance.now()
  try {
    const answer = await fetch(`${url}/hsds/services?format=ndjson`)
    if (answer.status !== 200 || !answer.body) throw new Error(`NDJSON answered ${answer.status}.`)
    let services = 0
    const input = Readable.fromWeb(answer.body as ReadableStream)
    for await (const line of createInterface({ input })) if (line) services++
    return { services, seconds: (performance.now() - start) / 1000, memory }
  } finally {
    clearInterval(watch)
  }
}
