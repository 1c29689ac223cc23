import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/**
 * Argon2id, 19 MiB, two passes: OWASP's minimum. Each hash contains its parameters; after raising them, it is replaced
 * at the next sign-in.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/**
 * Each hash uses 19 MiB and a full core: more in parallel than cores would not be faster, and would block file reads.
 */
const inTurn = pLimit(Math.min(4, availableParallelism()))
const hashed = (secret: string) => inTurn(() => hash(secret, parameters))
const fits = (stored: string, secret: string) => inTurn(() => verify(stored, secret)).catch(() => false)

export const hashPassword = (password: string) => hashed(password.normalize('NFKC'))
export const needsRehash = (stored: string) => !stored.startsWith(current)

/** A hash to compare with if there is no account, so that both cases take the same time. */
const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Whether the password is correct; takes the same time if none is stored. */
export async function verifyPassword(stored: string | null | undefined, password: string) {
  const isRight = await fits(stored ?? (await nobody), password.normalize('NFKC'))
  return isRight && Boolean(stored)
}

const plainAnswer = (answer: string) => answer.normalize('NFKC').trim().toLowerCase()
export const hashAnswer = (answer: string) => hashed(plainAnswer(answer))
export const verifyAnswer = (stored: string, answer: string) => fits(stored, plainAnswer(answer))

/** 256 random bits for a cookie or a link; the database stores only their hash. */
export const newCode = () => randomBytes(32).toString('base64url')
export const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')
