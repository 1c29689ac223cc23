export interface Random {
  /** An integer from 0 up to, but not including, `limit`. */
  below: (limit: number) => number
  /** True with this probability, 0 to 1. */
  chance: (share: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item | undefined
}

/** Mulberry32: the same seed gives the same run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)],
  }
}
