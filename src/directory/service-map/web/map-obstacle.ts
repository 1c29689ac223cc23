export type MapObstacle = 'webgl' | 'colors' | 'data'

const matches = (query: string) => matchMedia(query).matches
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matches('(prefers-reduced-data: reduce)')

/** Why the map is not drawn here; null if it can be. */
export function findObstacle(): MapObstacle | null {
  if (matches('(forced-colors: active)')) return 'colors'
  if (savesData()) return 'data'
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return 'webgl'
  // Browsers allow only a few of them at once.
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return null
}
