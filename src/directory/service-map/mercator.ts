import type { Box } from '#directory/services/service-search.ts'

const BITS = 24
const SIZE = 2 ** BITS
const clamp = (value: number) => Math.max(0, Math.min(SIZE - 1, Math.floor(value)))

/** The square of a point among 2^24 × 2^24 squares of the world, as `map_x` and `map_y` of the database. */
export const squareOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
  const bounded = (Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180
  return {
    x: clamp(((longitude + 180) / 360) * SIZE),
    y: clamp((0.5 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / (2 * Math.PI)) * SIZE),
  }
}

/** The degrees of a position in squares. */
export const degreesOf = (x: number, y: number) => ({
  longitude: (x / SIZE) * 360 - 180,
  latitude: (2 * Math.atan(Math.exp((0.5 - y / SIZE) * 2 * Math.PI)) - Math.PI / 2) * (180 / Math.PI),
})

/** The cell of a point at a level. */
export const cellOf = (point: { latitude: number; longitude: number }, level: number) => {
  const { x, y } = squareOf(point)
  return { x: x >> (BITS - level), y: y >> (BITS - level) }
}

/** The cells that a part of the map touches. */
export interface CellRange {
  level: number
  /** What to shift a square's number by. */
  shift: number
  left: number
  right: number
  top: number
  bottom: number
}

const rangeAt = ({ west, south, east, north }: Box, level: number): CellRange => {
  const from = cellOf({ latitude: north, longitude: west }, level)
  const to = cellOf({ latitude: south, longitude: east }, level)
  return { level, shift: BITS - level, left: from.x, right: to.x, top: from.y, bottom: to.y }
}

const MIN_LEVEL = 4
const MAX_LEVEL = 20

/** The finest cells of at least 64 pixels, of which at most `most` are in view. */
export function cellsInView(view: Box, zoom: number, most: number): CellRange {
  for (let level = Math.max(MIN_LEVEL, Math.min(MAX_LEVEL, Math.floor(zoom) + 3)); level > MIN_LEVEL; level--) {
    const range = rangeAt(view, level)
    if ((range.right - range.left + 1) * (range.bottom - range.top + 1) <= most) return range
  }
  return rangeAt(view, MIN_LEVEL)
}
