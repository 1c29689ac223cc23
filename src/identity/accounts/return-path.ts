/** Like `URL.parse`, which older phones do not support. */
function readAddress(asked: string, origin: string) {
  try {
    return new URL(asked, origin)
  } catch {
    return null
  }
}

/**
 * A path on this site to return to. Anything that leads elsewhere is replaced with the default.
 * @param asked from the URL, so untrusted
 */
export function returnPath(asked: string | null, origin: string, otherwise: string) {
  const url = asked?.startsWith('/') ? readAddress(asked, origin) : null
  if (url?.origin !== origin) return otherwise
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') ? otherwise : path
}
