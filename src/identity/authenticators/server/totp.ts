import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** A clock may differ by one step in either direction (RFC 6238, 5.2). */
const WINDOW = 1

/** 160 random bits, as RFC 4226 recommends for SHA-1, which all apps support. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/**
 * The URI in the QR code that an app scans. Omits parameters with default values, so that the QR code has fewer and
 * larger modules.
 */
export const barcodeUri = (secret: string, names: { issuer: string; label: string }) =>
  totpOf(secret, names)
    .toString()
    .replace(/&(algorithm=SHA1|digits=6|period=30)(?=&|$)/g, '')

/** The time step of a code; null if it matches none near the present. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const token = code.replace(/\D/g, '')
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta
}
