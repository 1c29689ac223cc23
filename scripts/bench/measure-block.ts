import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { Pool } from 'undici'
import type { CallKind } from './ticket-calls.ts'

export interface Block {
  /** the duration of each call, in milliseconds */
  times: number[]
  perSecond: number
}

/** Persistent connections, one for each concurrent call. */
export const connectTo = (url: string) => new Pool(url, { connections: 16, pipelining: 1 })
export type Connections = Pool

/**
 * Makes calls of one kind for a while, `concurrency` at a time, each after the response of the previous one.
 * @param least makes at least so many calls, even if that takes longer
 * @throws if a response has another status than expected
 */
export async function measureBlock(
  to: Connections,
  kind: CallKind,
  concurrency: number,
  ms: number,
  least = 0,
): Promise<Block> {
  const times: number[] = []
  const begun = performance.now()
  let ended = begun
  const caller = async () => {
    while (performance.now() - begun < ms || times.length < least) {
      const call = kind.next()
      const start = performance.now()
      const { statusCode, body } = await to.request({ ...call, body: call.body ?? null })
      const text = await body.text()
      ended = performance.now()
      if (statusCode !== kind.status)
        throw new Error(`${kind.name} of ${kind.who} (${call.path}) answered ${statusCode}: ${text}`)
      times.push(ended - start)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, caller))
  return { times, perSecond: (times.length / (ended - begun)) * 1000 }
}

/** CPU seconds that a process has used so far; undefined if the system does not report it. */
export function processorTime(pid: number) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  // Linux counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The resident memory of a process, in MB. */
export function residentMemory(pid: number) {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
