import { isIP } from 'node:net'
import bowser from 'bowser'

/** A device as people know theirs; null where a browser does not say. */
export interface Device {
  browser: string | null
  system: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | 'other'
}

const kinds = new Set(['desktop', 'mobile', 'tablet'])

/** What a browser says of itself. Only names that the parser knows come out, never what a caller made up. */
export function deviceOf(userAgent: string | null | undefined): Device {
  if (!userAgent) return { browser: null, system: null, kind: 'other' }
  const { browser, os, platform } = bowser.parse(userAgent)
  const kind = platform.type && kinds.has(platform.type) ? (platform.type as Device['kind']) : 'other'
  return { browser: browser.name || null, system: os.name || null, kind }
}

/** Where an address is, as far as it says so itself: this machine, the same network, or somewhere else. No guess at a town. */
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
