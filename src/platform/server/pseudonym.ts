import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'

/**
 * Makes names for what a log must not hold, such as a network address: the same value has the same name on every process
 * of an installation, and only its SECRET_KEYS can tell which value it was.
 */
export function createPseudonyms({ secretKeys }: Pick<Config, 'secretKeys'>) {
  const key = Buffer.from(hkdfSync('sha256', secretKeys[0] ?? '', '', 'hearthline log', 32))
  return (kind: 'network' | 'email', value: string) =>
    createHmac('sha256', key).update(`${kind}\n${value}`).digest('base64url').slice(0, 22)
}
export type Pseudonyms = ReturnType<typeof createPseudonyms>
