import { Problem, problem } from './problem.ts'

/**
 * Runs an act; if it finds a stale version, responds with the current record. The record is read after the act's
 * transaction has ended, because a rollback would also undo what reading writes (the access log).
 */
export async function answerStale<Answer>(act: () => Promise<Answer>, readCurrent: () => Promise<unknown>) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'stale-version') throw error
    throw problem('stale-version', { extra: { current: await readCurrent() } })
  }
}
