/**
 * A path of this site to go back to; anything that would lead elsewhere gives the other way.
 * @param asked as it came in an address, so anybody may have written it
 */
export function returnPath(asked: string | null, origin: string, otherwise: string) {
  if (!asked?.startsWith('/') || !URL.canParse(asked, origin)) return otherwise
  const url = new URL(asked, origin)
  const path = url.pathname + url.search + url.hash
  return url.origin === origin && !path.startsWith('//') ? path : otherwise
}
