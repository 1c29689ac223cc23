import type { Cells } from './draft.ts'

/**
 * Matches a lost line break: "StreetSuite", "Blvd.Chicago", "900Chicago", "Street2nd". Not "LaSalle", "MacArthur" or
 * "2nd".
 */
const seam =
  /(?<=\p{Ll}{3}|[\d.])(?=\p{Lu}\p{Ll}{2})|(?<=\p{Ll})(?=(?:Suite|Floor|Room|Unit|Ste)\b)|(?<=\p{Ll}{3})(?=\d)/u
const city = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*$/u

/**
 * Splits an address whose lines and city were joined without a separator. Only if the row has no city and the last part
 * can be one; otherwise it stays as it is.
 */
export function splitGluedAddress(cells: Cells): Cells {
  const line = cells.address_1?.trim()
  if (!line || cells.city?.trim() || !cells.state_province?.trim()) return cells
  const parts = line.split(seam).map((part) => part.trim())
  const last = parts.at(-1) ?? ''
  if (parts.length < 2 || !city.test(last)) return cells
  return { ...cells, address_1: parts.slice(0, -1).join(', '), city: last }
}
