import { createRequire } from 'node:module'
import type { hash as realHash, verify as realVerify } from '@node-rs/argon2'

// Replaces @node-rs/argon2 where tests share a process with the product (vitest.config.ts): the same hash with the
// least memory and one pass. The result states the requested cost, so the product sees no difference.
const real = createRequire(import.meta.url)('@node-rs/argon2') as { hash: typeof realHash; verify: typeof realVerify }

const LEAST = 'm=8,t=1'
const costOf = (memory = 19_456, passes = 2) => `m=${memory},t=${passes}`

/** Hashes with the lowest cost, but states the cost of `options` in the result. */
export const hash: typeof realHash = async (secret, options, signal) => {
  const stored = await real.hash(secret, { ...options, memoryCost: 8, timeCost: 1 }, signal)
  return stored.replace(LEAST, costOf(options?.memoryCost, options?.timeCost))
}

/** Verifies a hash made by {@link hash}. */
export const verify: typeof realVerify = (stored, secret, options, signal) =>
  real.verify(String(stored).replace(/m=\d+,t=\d+/, LEAST), secret, options, signal)

/** A hash with its real cost, for a portal in a separate process. */
export const hashForReal = (secret: string) => real.hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
