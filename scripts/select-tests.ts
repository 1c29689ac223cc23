import { globSync, readFileSync } from 'node:fs'

/** The tests to run: whole files, and in other files those whose title contains one of the words. */
export interface Selection {
  files: string[]
  titles: { files: string[]; pattern: string }
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const titlesOf = (code: string) =>
  [...code.matchAll(/\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map(
    (found) => found[2] as string,
  )

/**
 * Finds the tests that match words: a file by its path, a test by its title.
 * @param words separate texts; a test that matches one of them runs
 */
export function selectTests(patterns: string[], words: string[], root: string): Selection {
  const all = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  const files = all.filter((file) => words.some((word) => file.includes(word)))
  const rest = all.filter((file) => !files.includes(file))
  const byTitle = rest.filter((file) =>
    titlesOf(readFileSync(`${root}${file}`, 'utf8')).some((title) => words.some((word) => title.includes(word))),
  )
  return { files, titles: { files: byTitle, pattern: words.map(literally).join('|') } }
}
