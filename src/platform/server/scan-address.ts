/** Where clamd listens: a port, or a socket of this machine. */
export type ScanAddress = { host: string; port: number } | { path: string }

const USUAL_PORT = 3310

/**
 * Parses SCAN_URL: `clamd://host:3310`, or `clamd:///run/clamav/clamd.ctl`.
 * @throws Error that describes what is wrong
 */
export function readScanAddress(address: string): ScanAddress {
  const { hostname, port, pathname } = new URL(address)
  if (hostname) return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : USUAL_PORT }
  if (pathname.length < 2) throw new Error('needs a host or the path of a socket, clamd://host:3310')
  return { path: decodeURIComponent(pathname) }
}
