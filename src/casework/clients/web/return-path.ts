/** Like `URL.parse`, which browsers of older phones do not have. */
function readAddress(asked: string, origin: string) {
  try {
    return new URL(asked, origin)
  } catch {
    return null
  }
}

/**
 * Where to go back to with the person who was chosen: only a path of this site, never another one's address.
 * @returns the path with `contactId` in its query, or null when it leads elsewhere
 */
export function returnPath(returnTo: string | null, contactId: string, origin: string) {
  if (!returnTo?.startsWith('/')) return null
  const url = readAddress(returnTo, origin)
  if (url?.origin !== origin) return null
  url.searchParams.set('contactId', contactId)
  return url.pathname + url.search + url.hash
}
