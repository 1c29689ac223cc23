import { spellingDistance } from '#platform/schema/word-likeness.ts'

/** One wrong letter in a short word, two in a longer one. */
const allowed = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)

/**
 * The distance of a word of a name from a typed word, which may be its beginning.
 * @returns undefined if they do not resemble each other
 */
export function wordDistance(typed: string, word: string): number | undefined {
  if (word.startsWith(typed)) return 0
  const most = allowed(typed)
  if (Math.abs(word.length - typed.length) > most) return undefined
  const distance = spellingDistance(typed, word)
  return distance > most ? undefined : distance
}

/**
 * The distance of a name from the typed words, in any order.
 * @returns undefined if a typed word does not resemble any word of the name
 */
export function nameDistance(typed: readonly string[], name: string): number | undefined {
  const words = name.split(/[\s-]+/)
  let sum = 0
  for (const each of typed) {
    const distances = words.map((word) => wordDistance(each, word)).filter((distance) => distance !== undefined)
    if (distances.length === 0) return undefined
    sum += Math.min(...distances)
  }
  return sum
}
