import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** A clock may be one step off on either side (RFC 6238, 5.2). */
const WINDOW = 1

/** 160 random bits, as RFC 4226 wants them for SHA-1, which is what every app can do. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/**
 * The address behind the QR code, which an app reads. What every app takes for granted is left out, so that the picture
 * has fewer and larger squares.
 */
export const barcodeUri = (secret: string, names: { issuer: string; label: string }) =>
  totpOf(secret, names)
    .toString()
    .replace(/&(algorithm=SHA1|digits=6|period=30)(?=&|$)/g, '')

/** The time step that a code belongs to; null when it fits none near the present. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const token = code.replace(/\D/g, '')
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta
}
