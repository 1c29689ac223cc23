import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

type Keys = { secretKeys: string[] }
const VERSION = 'v1'

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'hearthline seal', 32))

/**
 * Encrypts a secret for the database (AES-256-GCM) with the first of the SECRET_KEYS.
 * @param about the kind and the owner of the secret; decryption fails if the text is moved to another owner
 */
export function seal({ secretKeys }: Keys, about: string, text: string) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKeys[0] ?? ''), nonce)
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}

function openWith(secret: string, about: string, sealed: string) {
  const [version, nonce = '', tag = '', data = ''] = sealed.split('.')
  if (version !== VERSION) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), Buffer.from(nonce, 'base64url'), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(about)).setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/**
 * Decrypts the output of {@link seal}, with whichever of the SECRET_KEYS fits.
 * @returns the text, and whether it should be encrypted again because an older key was used; null if no key fits
 */
export function unseal({ secretKeys }: Keys, about: string, sealed: string) {
  for (const [at, secret] of secretKeys.entries()) {
    const text = openWith(secret, about, sealed)
    if (text !== null) return { text, isOld: at > 0 }
  }
  return null
}
