import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'

/**
 * Creates pseudonyms for values that must not be logged, such as network addresses: a value has the same pseudonym in
 * every process of an installation, and cannot be recovered without its SECRET_KEYS.
 */
export function createPseudonyms({ secretKeys }: Pick<Config, 'secretKeys'>) {
  const key = Buffer.from(hkdfSync('sha256', secretKeys[0] ?? '', '', 'hearthline log', 32))
  return (kind: 'network' | 'email', value: string) =>
    createHmac('sha256', key).update(`${kind}\n${value}`).digest('base64url').slice(0, 22)
}
export type Pseudonyms = ReturnType<typeof createPseudonyms>
