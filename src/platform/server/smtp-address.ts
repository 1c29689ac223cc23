const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host)

/**
 * Whether mail is sent only over TLS: by smtps, or by required STARTTLS. Production requires it unless the URL contains
 * `requireTLS=false` or names a relay on this machine.
 */
export function requiresTls(smtpUrl: string, production: boolean) {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:') return true
  const said = searchParams.get('requireTLS')
  return said === null ? production && !isLoopback(hostname) : said === 'true'
}
