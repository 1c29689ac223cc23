const isAddress = (host: string) => /^(\d+\.){3}\d+$|^\[/.test(host)
const isOwnMachine = (host: string) => /^127\./.test(host) || host === '[::1]' || host === '0.0.0.0'

/**
 * The origin where this portal's passkeys work. WebAuthn binds them to a domain name over https or to localhost, not to
 * an IP address. A portal at a loopback address can also be reached as localhost, so passkeys work there.
 * @returns an origin, or null if passkeys cannot work
 */
export function passkeyOrigin(publicUrl: string): string | null {
  const url = new URL(publicUrl)
  if (url.hostname === 'localhost' || url.hostname.endsWith('.localhost')) return url.origin
  if (isOwnMachine(url.hostname)) return `${url.protocol}//localhost${url.port ? `:${url.port}` : ''}`
  return url.protocol === 'https:' && !isAddress(url.hostname) ? url.origin : null
}
