import type { Here } from '#directory/places/server/places-public.ts'
import { keysWithin, OFFICE } from './search-cost.ts'

/** The sizes of the cells in degrees, smallest first; `place_cells` in the database has the same. 360 is a multiple of each. */
const sizes = [0.00625, 0.025, 0.1, 0.4, 1.6]
/** The cells of a service's own places, and of its organization's, by size. */
const OWN = 'ABCDE'
const OF_OFFICE = 'PQRST'
/** If a circle needs more cells of one size, the next larger size is used. */
const MOST_CELLS = 64

const METERS_PER_DEGREE = 111_319.5
/** Cells are only a first choice, so they may reach a little farther than the circle. */
const MARGIN = 1.01

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** The cells that contain every point within so many meters. @param letters those of the sizes */
export function cellsWithin(
  { latitude, longitude }: { latitude: number; longitude: number },
  meters: number,
  letters = OWN,
): string[] {
  if (meters < 0) return []
  const high = (meters * MARGIN + 10) / METERS_PER_DEGREE
  const wide = high / Math.max(0.05, Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180))
  const cover = (size: number, at: number) => {
    const rows = range(Math.floor((latitude - high) / size), Math.floor((latitude + high) / size))
    const columns = range(Math.floor((longitude - wide) / size), Math.floor((longitude + wide) / size))
    if (rows.length * columns.length > MOST_CELLS && at < sizes.length - 1) return null
    // Beyond the date line, the columns of the other side go on.
    const turn = 360 / size
    const present = columns
      .flatMap((column) => [column - turn, column, column + turn])
      .filter((column) => column >= Math.floor(-180 / size) && column <= Math.floor(180 / size))
    return rows.flatMap((row) => present.map((column) => `${letters[at]}${row}:${Math.round(column)}`))
  }
  for (const [at, size] of sizes.entries()) {
    const cells = cover(size, at)
    if (cells) return cells
  }
  return []
}

/**
 * What a service has in `spots` if it counts as being at most this far away, by a place or by an area; others may have it
 * too.
 * @param radius within which places count
 */
export const spotsWithin = (here: Here, meters: number, radius: number): string[] => [
  ...cellsWithin(here, Math.min(meters, radius)),
  ...cellsWithin(here, Math.min(meters - OFFICE, radius), OF_OFFICE),
  ...keysWithin(here, meters),
]

const DIGITS = 3
/** The identifiers of services begin with one of so many prefixes. */
export const PREFIXES = 16 ** DIGITS
/** The prefixes from one on, as `spots` has them. */
export const prefixSpots = (from: number, count: number): string[] =>
  range(from, Math.min(from + count, PREFIXES) - 1).map((prefix) => `I${prefix.toString(16).padStart(DIGITS, '0')}`)
/** What a sixteenth of all services have. */
export const firstDigitSpot = 'J0'
/** The prefix of an identifier. */
export const prefixOf = (id: string): number => Number.parseInt(id.slice(0, DIGITS), 16)
