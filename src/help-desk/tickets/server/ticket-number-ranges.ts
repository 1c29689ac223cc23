const WIDTH = 6
const MOST_DIGITS = 12

/**
 * The ranges of ticket numbers that match a partial number: `HD-0004` matches HD-000400 to HD-000499, `42` matches
 * HD-000042 and all numbers that start with 42. Undefined if all match, empty if none.
 */
export function ticketNumberRanges(typed: string): [from: number, to: number][] | undefined {
  const [, digits] = /^(?:H|HD|HD-)?(\d*)$/i.exec(typed.replaceAll(/\s/g, '')) ?? []
  if (digits === undefined || digits.length > MOST_DIGITS) return []
  if (digits === '') return undefined
  const value = Number(digits)
  const ranges: [number, number][] = []
  if (digits.startsWith('0')) {
    const scale = 10 ** Math.max(0, WIDTH - digits.length)
    if (digits.length <= WIDTH) ranges.push([value * scale, (value + 1) * scale - 1])
    if (value > 0 && scale > 1) ranges.push([value, value])
    return ranges
  }
  for (let scale = 1; value * scale < 10 ** MOST_DIGITS; scale *= 10)
    ranges.push([value * scale, (value + 1) * scale - 1])
  return ranges
}
