import type { Config } from '#platform/server/config.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import { MOST_PAGES } from '../public-search.ts'

type Keys = Pick<Config, 'secretKeys'>

export interface PageStart {
  /** The first page is 1. */
  page: number
  cursor: string | undefined
}

const about = (list: string) => `public-page ${list}`

/**
 * Where the next page begins, as a link says it. It is sealed, so that nobody can renumber pages and read the whole
 * directory.
 * @param list what is listed; the link is of no use for another list
 * @returns null after the last page, and after as many pages as anybody reads
 */
export function writeNext(keys: Keys, list: string, page: number, nextCursor: string | null): string | null {
  if (nextCursor === null || page >= MOST_PAGES) return null
  return seal(keys, about(list), JSON.stringify([page + 1, nextCursor]))
}

/** The page that a link asks for; the first one if the link is of another list, or none of ours. */
export function readNext(keys: Keys, list: string, more: string | undefined): PageStart {
  const read = more ? unseal(keys, about(list), more) : null
  if (!read) return { page: 1, cursor: undefined }
  const [page, cursor] = JSON.parse(read.text) as [number, string]
  return { page, cursor }
}
