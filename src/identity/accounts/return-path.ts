/** Like `URL.parse`, which browsers of older phones do not have. */
function readAddress(asked: string, origin: string) {
  try {
    return new URL(asked, origin)
  } catch {
    return null
  }
}

/**
 * A path of this site to go back to; anything that would lead elsewhere gives the other way.
 * @param asked as it came in an address, so anybody may have written it
 */
export function returnPath(asked: string | null, origin: string, otherwise: string) {
  const url = asked?.startsWith('/') ? readAddress(asked, origin) : null
  if (url?.origin !== origin) return otherwise
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') ? otherwise : path
}
