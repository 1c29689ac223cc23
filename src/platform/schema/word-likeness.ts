/**
 * The number of letters that must be changed, added, removed or swapped with their neighbor (optimal string alignment).
 */
export function spellingDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

const gramsOf = (word: string) => {
  const padded = `  ${word} `
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
}
const grams = (text: string) =>
  new Set(
    text
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .flatMap(gramsOf),
  )

/** The share of common groups of three letters, as pg_trgm counts them: 0 to 1. */
export function trigramLikeness(one: string, other: string) {
  if (!one || !other) return 0
  const [first, second] = [grams(one), grams(other)]
  const common = [...first].filter((gram) => second.has(gram)).length
  return common / (first.size + second.size - common)
}
