import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB, two passes: OWASP's least for it. They stand in each hash, so raising them re-hashes at the next sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), parameters)
export const needsRehash = (stored: string) => !stored.startsWith(current)

/** Something to compare with when there is no account, so that both take as long. */
const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Whether the password fits; takes as long when nothing is stored. */
export async function verifyPassword(stored: string | null | undefined, password: string) {
  const fits = await verify(stored ?? (await nobody), password.normalize('NFKC')).catch(() => false)
  return fits && Boolean(stored)
}

const plainAnswer = (answer: string) => answer.normalize('NFKC').trim().toLowerCase()
export const hashAnswer = (answer: string) => hash(plainAnswer(answer), parameters)
export const verifyAnswer = (stored: string, answer: string) => verify(stored, plainAnswer(answer)).catch(() => false)

/** 256 random bits for a cookie or a link, and what the database keeps of them. */
export const newCode = () => randomBytes(32).toString('base64url')
export const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')
