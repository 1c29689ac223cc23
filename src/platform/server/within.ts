import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The result of `work`, or `otherwise` if that takes longer than so many milliseconds. The work itself goes on, and its
 * later failure is ignored.
 */
export async function within<Answer, Other>(ms: number, work: Promise<Answer>, otherwise: Other) {
  const inTime = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, otherwise, { signal: inTime.signal })])
  } finally {
    inTime.abort()
  }
}
