import { Problem, problem } from './problem.ts'

/**
 * Does something that may find a stale version, and then answers with the record as it is now. It is read after the act's
 * transaction has ended, because what the reading writes (the access log) would be rolled back with it.
 */
export async function answerStale<Answer>(act: () => Promise<Answer>, readCurrent: () => Promise<unknown>) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'stale-version') throw error
    throw problem('stale-version', { extra: { current: await readCurrent() } })
  }
}
