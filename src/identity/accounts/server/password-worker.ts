import { findPasswordWeakness, type PasswordRule } from '../password-strength.ts'

export interface PasswordTask {
  password: string
  rule: PasswordRule
}

/** Runs in a separate thread: see `require-strong-password.ts`. */
// biome-ignore lint/style/noDefaultExport: the pool of threads calls what a file exports as its default
export default ({ password, rule }: PasswordTask) => findPasswordWeakness(password, rule)
