import { Piscina } from 'piscina'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { PasswordAdvice, PasswordRule } from '../password-strength.ts'
import type { PasswordTask } from './password-worker.ts'

const MOST_AT_ONCE = 40
const PATIENCE_MS = 30_000
/** The dictionaries stay loaded this long after the last password. */
const IDLE_MS = 10 * 60_000

/** An estimate takes up to half a second of work. One thread does them in turn, so that no other request waits for it. */
const estimators = new Piscina<PasswordTask, PasswordAdvice | null>({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
})

// Counted here: Piscina's own bound passes over tasks that can be aborted.
let inProgress = 0

async function estimate(task: PasswordTask) {
  if (inProgress >= MOST_AT_ONCE) throw problem('busy')
  inProgress += 1
  try {
    return await estimators.run(task, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    throw problem('busy')
  } finally {
    inProgress -= 1
  }
}

/**
 * Refuses a weak password at its field.
 * @throws problem invalid-request whose message is the advice's key, busy
 */
export async function requireStrongPassword(password: string, rule: PasswordRule, path = 'password') {
  const weakness = await estimate({ password, rule })
  if (weakness) throw fieldProblem(path, weakness)
}
