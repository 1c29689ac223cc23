import { dictionary } from '@zxcvbn-ts/language-en'

/** A random generator from 0 to 1 that is the same in every run (mulberry32). */
export function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
export type Random = () => number

const helpDesk =
  `page button error referral screen save sign password loading browser list click message account client form search field
  report email printer organization contact notification upload file service phone calendar blank slow freeze crash refresh session
  timeout duplicate export filter calendar address language spanish keyboard reader contrast font zoom tablet signature consent
  attachment permission dashboard status reset captcha deadline spreadsheet pantry shelter housing caseworker intake eligibility`
    .split(/\s+/)
    .filter((word, place, all) => all.indexOf(word) === place)

/** English words by frequency, with those of a help desk near the front. */
export const vocabulary: readonly string[] = (() => {
  const plain = ((dictionary['wikipedia-en'] ?? []) as string[]).filter((word) => /^[a-z]{2,}$/.test(word))
  const own = new Set(helpDesk)
  const others = plain.filter((word) => !own.has(word))
  // After the thirty shortest words, every second word is from the help desk, until those are used up.
  const mixed = helpDesk.flatMap((word, place) => [word, others[30 + place] ?? ''])
  return [...others.slice(0, 30), ...mixed, ...others.slice(30 + helpDesk.length)]
})()

/**
 * Draws indexes from 0 to `count - 1` by Zipf's law: the probability of k is proportional to 1 / (k + shift) **
 * exponent. A table of 65,536 equally likely entries makes it fast; rarer indexes share the last of them.
 */
export function zipf(count: number, random: Random, exponent = 1, shift = 1) {
  const sums = new Float64Array(count)
  let sum = 0
  for (let k = 0; k < count; k++) {
    sum += 1 / (k + shift) ** exponent
    sums[k] = sum
  }
  const guide = new Int32Array(65_537)
  for (let step = 0, k = 0; step <= 65_536; step++) {
    while (k < count - 1 && (sums[k] as number) < (step / 65_536) * sum) k++
    guide[step] = k
  }
  return () => {
    const drawn = random() * 65_536
    const step = Math.floor(drawn)
    const [low, high] = [guide[step] as number, guide[step + 1] as number]
    if (high - low < 2) return (sums[low] as number) >= (drawn / 65_536) * sum ? low : high
    let [a, b] = [low, high]
    const wanted = (drawn / 65_536) * sum
    while (a < b) {
      const middle = (a + b) >> 1
      if ((sums[middle] as number) < wanted) a = middle + 1
      else b = middle
    }
    return a
  }
}

/** Search words, by how many of the tickets contain them. The same for all sizes. */
export const lookedFor = {
  frequent: ['printer', 'calendar', 'password', 'referral', 'upload', 'button', 'browser', 'notification'],
  middling: vocabulary.slice(2_000, 2_008),
  rare: vocabulary.slice(24_000, 24_008),
  absent: ['zyxwvutsrq', 'qqxjkvv', 'wvxyzzkk', 'xqzjvvk'],
} as const
export type WordClass = keyof typeof lookedFor
