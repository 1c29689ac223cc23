import { fieldProblem } from '#platform/server/problem.ts'
import { findPasswordWeakness, type PasswordRule } from '../password-strength.ts'

/**
 * Refuses a weak password at its field.
 * @throws problem invalid-request whose message is the advice's key
 */
export async function demandStrongPassword(password: string, rule: PasswordRule, path = 'password') {
  const weakness = await findPasswordWeakness(password, rule)
  if (weakness) throw fieldProblem(path, weakness)
}
