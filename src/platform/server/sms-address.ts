/** A text and voice service that speaks Twilio's API. */
export interface SmsAddress {
  /** without trailing slash */
  base: string
  account: string
  token: string
  /** the sender of texts and calls, +1 and ten digits, or a messaging service (MG…) for texts */
  from: string
  messagingService: string | null
}

/**
 * Parses SMS_URL: `https://ACCOUNT:TOKEN@api.twilio.com?from=+17165550100`. The host (and path) can be any server with
 * this API; `messagingService=MG…` lets the service choose the number for texts.
 * @throws Error that describes what is wrong
 */
export function readSmsAddress(address: string): SmsAddress {
  const url = new URL(address)
  if (!url.username || !url.password) throw new Error('needs the account and its token, https://ACCOUNT:TOKEN@host')
  const known = ['from', 'messagingService']
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown) throw new Error(`does not know ${unknown}; it takes ${known.join(', ')}`)
  // In a query, a plus sign means a space, which is easily forgotten.
  const from = (url.searchParams.get('from') ?? '').trim().replace(/^(?=\d)/, '+')
  if (!/^\+\d{5,15}$/.test(from)) throw new Error('needs from=+1… (a number that texts and calls come from)')
  return {
    base: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    account: decodeURIComponent(url.username),
    token: decodeURIComponent(url.password),
    from,
    messagingService: url.searchParams.get('messagingService'),
  }
}
