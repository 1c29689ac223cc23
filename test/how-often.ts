/** THOROUGH=1 repeats random tests often enough to find rare failures (docs/testing.md). */
export const isThorough = process.env.THOROUGH === '1'

/** How often a test repeats something: a few times in every run, many times in a thorough one. */
export const howOften = (usually: number, thoroughly: number) => (isThorough ? thoroughly : usually)

/**
 * A part of a list in every run, all of it in a thorough one. Successive turns take different items, so that a whole
 * run still tries every item somewhere.
 * @param oneIn 3 takes every third item
 * @param turn counts the places where the list is tried
 */
export const shareOf = <Item>(items: readonly Item[], oneIn: number, turn: number) =>
  isThorough ? [...items] : items.filter((_, at) => (at + turn) % oneIn === 0)
