import { Piscina } from 'piscina'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { PasswordAdvice, PasswordRule } from '../password-strength.ts'
import type { PasswordTask } from './password-worker.ts'

const MOST_AT_ONCE = 40
const PATIENCE_MS = 30_000
/** How long the dictionaries stay loaded after the last password. */
const IDLE_MS = 10 * 60_000

/**
 * An estimate takes up to half a second of CPU. One thread runs them one after another, so that other requests do not
 * wait.
 */
const estimators = new Piscina<PasswordTask, PasswordAdvice | null>({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
})

// Counted here, because Piscina's queue limit ignores abortable tasks.
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
 * Rejects a weak password at its field.
 * @throws problem invalid-request with the advice's key as its message, busy
 */
export async function requireStrongPassword(password: string, rule: PasswordRule, path = 'password') {
  const weakness = await estimate({ password, rule })
  if (weakness) throw fieldProblem(path, weakness)
}
