import { isIP } from 'node:net'
import bowser from 'bowser'

/** A device in terms that people know; null if the browser does not report it. */
export interface Device {
  browser: string | null
  system: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | 'other'
}

const kinds = new Set(['desktop', 'mobile', 'tablet'])

/** The device from a user agent. Returns only names that the parser knows, never the caller's own text. */
export function deviceOf(userAgent: string | null | undefined): Device {
  if (!userAgent) return { browser: null, system: null, kind: 'other' }
  const { browser, os, platform } = bowser.parse(userAgent)
  const kind = platform.type && kinds.has(platform.type) ? (platform.type as Device['kind']) : 'other'
  return { browser: browser.name || null, system: os.name || null, kind }
}

/** Where an address is, without geolocation: this machine, the same network, or elsewhere. */
export function placeOf(ip: string | null): 'machine' | 'network' | 'internet' | 'unknown' {
  const address = ip?.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase() ?? ''
  if (isIP(address) === 4) {
    const [a = 0, b = 0] = address.split('.').map(Number)
    if (a === 127) return 'machine'
    const isPrivate =
      a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 169 && b === 254)
    return isPrivate ? 'network' : 'internet'
  }
  if (isIP(address) !== 6) return 'unknown'
  if (address === '::1') return 'machine'
  return /^f[cd]|^fe[89ab]/.test(address) ? 'network' : 'internet'
}
