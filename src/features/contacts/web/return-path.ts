/**
 * Where to go back to with the person who was chosen: only a path of this site, never another one's address.
 * @returns the path with `contactId` in its query, or null when it leads elsewhere
 */
export function returnPath(returnTo: string | null, contactId: string, origin: string) {
  if (!returnTo?.startsWith('/')) return null
  const url = URL.parse(returnTo, origin)
  if (!url || url.origin !== origin) return null
  url.searchParams.set('contactId', contactId)
  return url.pathname + url.search + url.hash
}
