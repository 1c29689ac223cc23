/** Like `URL.parse`, which older phones do not support. */
function readAddress(asked: string, origin: string) {
  try {
    return new URL(asked, origin)
  } catch {
    return null
  }
}

/**
 * Where to return to with the selected person: only a path of this site.
 * @returns the path with `contactId` in its query, or null if it leads elsewhere
 */
export function returnPath(returnTo: string | null, contactId: string, origin: string) {
  if (!returnTo?.startsWith('/')) return null
  const url = readAddress(returnTo, origin)
  if (url?.origin !== origin) return null
  url.searchParams.set('contactId', contactId)
  return url.pathname + url.search + url.hash
}
