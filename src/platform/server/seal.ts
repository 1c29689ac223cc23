import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

const NONCE = 12
const TAG = 16
const keyOf = (secret: string) => createHmac('sha256', secret).update('seal').digest()

/** Encrypts a text with the newest of the installation's secrets (AES-256-GCM), as base64url. */
export function seal({ secretKeys }: Pick<Config, 'secretKeys'>, text: string) {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKeys[0] ?? ''), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** What was sealed with one of the secrets; null when it was not, or was changed. */
export function open({ secretKeys }: Pick<Config, 'secretKeys'>, sealed: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const secret of secretKeys)
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, NONCE))
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    } catch {
      // another secret may fit
    }
  return null
}
