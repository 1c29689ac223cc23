/** A text and voice service that speaks Twilio's API. */
export interface SmsAddress {
  /** without a slash at the end */
  base: string
  account: string
  token: string
  /** the number that texts and calls come from, +1 and ten digits, or a messaging service (MG…) for texts */
  from: string
  messagingService: string | null
}

/**
 * Reads SMS_URL: `https://ACCOUNT:TOKEN@api.twilio.com?from=+17165550100`. The host (and a path) is whatever speaks the
 * API; `messagingService=MG…` lets that service choose the number of texts.
 * @throws Error that says what is wrong with it
 */
export function readSmsAddress(address: string): SmsAddress {
  const url = new URL(address)
  if (!url.username || !url.password) throw new Error('needs the account and its token, https://ACCOUNT:TOKEN@host')
  const known = ['from', 'messagingService']
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown) throw new Error(`does not know ${unknown}; it takes ${known.join(', ')}`)
  // A plus sign stands for a blank in a query, and nobody remembers that.
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
