const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host)

/**
 * Whether mail only goes out encrypted: by smtps, or by STARTTLS that is required. Production requires it unless the address
 * says `requireTLS=false` or names a relay on this machine.
 */
export function requiresTls(smtpUrl: string, production: boolean) {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:') return true
  const said = searchParams.get('requireTLS')
  return said === null ? production && !isLoopback(hostname) : said === 'true'
}
