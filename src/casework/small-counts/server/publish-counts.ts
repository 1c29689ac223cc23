import { hash, hkdfSync } from 'node:crypto'

/** Published counts are multiples of this: a count of 1 to 10 becomes 0 or 11, which larger and smaller ones do too. */
export const COUNT_STEP = 11

/** A count with its parts, once by each classification: a county by needs, and by ZIP codes. */
export interface Counted {
  /** What it is, different from the others beside it. */
  id: string
  count: number
  /** By the name of a classification, parts that add up to the count. Combinations of both are not published. */
  parts?: Record<string, Counted[]>
}

/** The secret by which this portal decides whether a count is rounded up. */
export const secretOfCounts = ({ secretKeys }: { secretKeys: readonly string[] }) =>
  Buffer.from(hkdfSync('sha256', secretKeys[0] ?? '', '', 'hearthline small counts', 32)).toString('base64url')

/** A number above 0 and below 1 that nobody can predict without the secret, always the same for the same path. */
const chanceOf = (secret: string, path: string) =>
  (Number.parseInt(hash('sha256', `${secret}\n${path}`).slice(0, 12), 16) + 1) / (2 ** 48 + 1)

const restOf = (count: number) => count % COUNT_STEP
const floorOf = (count: number) => count - restOf(count)

/**
 * Counts as others than their own organization may see them: each is a multiple of 11 next to the true one, up or down
 * by a secret chance, and parts still add up to their whole. Whatever is computed from the result, a count of 1 to 10
 * cannot be told from any other count of 1 to 10 (docs/decisions/0344).
 *
 * @param roots each partition of what is counted in one tree; the same thing must not be counted in two trees
 * @throws Error if parts do not add up to their whole
 */
export const publishCounts = (roots: readonly Counted[], secret: string): Counted[] =>
  roots.map((root) => {
    const isUp = chanceOf(secret, root.id) < restOf(root.count) / COUNT_STEP
    return publishTo(root, floorOf(root.count) + (isUp ? COUNT_STEP : 0), root.id, secret)
  })

/** Publishes a count as the given multiple, and its parts so that they add up to it. */
function publishTo({ id, count, parts = {} }: Counted, published: number, path: string, secret: string): Counted {
  const publishParts = (name: string, list: Counted[]) => {
    if (list.reduce((sum, part) => sum + part.count, 0) !== count) throw new Error(`The parts of ${id} do not add up`)
    const pathOf = (part: Counted) => `${path}\n${name}\n${part.id}`
    const up = roundedUp(list, published, (part) => chanceOf(secret, pathOf(part)))
    return list.map((part) =>
      publishTo(part, floorOf(part.count) + (up.has(part) ? COUNT_STEP : 0), pathOf(part), secret),
    )
  }
  const lists = Object.entries(parts).map(([name, list]) => [name, publishParts(name, list)])
  return { id, count: published, ...(lists.length > 0 && { parts: Object.fromEntries(lists) }) }
}

/**
 * The parts to round up, so that all add up to the whole: more likely those with a larger rest, and any that has one
 * with some chance (weighted sampling by Efraimidis and Spirakis, 2006).
 */
function roundedUp(parts: readonly Counted[], whole: number, chance: (part: Counted) => number) {
  const missing = (whole - parts.reduce((sum, { count }) => sum + floorOf(count), 0)) / COUNT_STEP
  return new Set(
    parts
      .filter(({ count }) => restOf(count) > 0)
      .map((part) => ({ part, order: -Math.log(chance(part)) / restOf(part.count) }))
      .sort((a, b) => a.order - b.order)
      .slice(0, missing)
      .map(({ part }) => part),
  )
}
