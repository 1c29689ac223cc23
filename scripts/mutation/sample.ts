import { createHash } from 'node:crypto'
import { relative } from 'node:path'

export interface Place {
  fileName: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}

const rank = (seed: string, { fileName, mutatorName, replacement, location: { start, end } }: Place) =>
  createHash('sha256')
    // Relative, so that the sample is the same in every folder.
    .update(
      [
        seed,
        relative(process.cwd(), fileName),
        mutatorName,
        replacement,
        start.line,
        start.column,
        end.line,
        end.column,
      ].join('\n'),
    )
    .digest('hex')

/**
 * A random sample that depends only on the seed and on the mutants themselves: the same before and after adding a test.
 * @param size 0 for all of them
 */
export function takeSample<T extends Place>(mutants: readonly T[], size: number, seed: string): T[] {
  const ranked = mutants.map((mutant) => ({ mutant, key: rank(seed, mutant) })).sort((a, b) => (a.key < b.key ? -1 : 1))
  return ranked.slice(0, size || ranked.length).map(({ mutant }) => mutant)
}
