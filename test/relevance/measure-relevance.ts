import { z } from 'zod'
import { findNearly } from '#directory/services/server/find-nearly.ts'
import { ServiceQuery } from '#directory/services/service-search.ts'
import type { Database } from '#platform/server/database.ts'
import type { JudgedQuery } from './judged-queries.ts'

const SHOWN = 10

export interface Measured extends JudgedQuery {
  ndcg: number
  /** The keys of the services that were found, best first. */
  found: string[]
  relaxed: string[]
}

const gainOf = (grades: number[]) =>
  grades.slice(0, SHOWN).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/** The gain of what is shown, as a share of the best possible order's: https://doi.org/10.1145/582415.582418 */
export function ndcgOf(found: string[], grades: Map<string, number>) {
  const best = [...grades.values()].sort((a, b) => b - a)
  return gainOf(found.map((key) => grades.get(key) ?? 0)) / gainOf(best)
}

/** Of a UUID, its first part is enough. */
const judgedKey = (sourceKey: string) => (z.guid().safeParse(sourceKey).success ? sourceKey.slice(0, 8) : sourceKey)

/** Runs each query as a person would, and compares the first page with the judgments. */
export async function measureRelevance(database: Database, queries: JudgedQuery[], timeZone: string) {
  const services = await database.selectFrom('service').select(['id', 'sourceKey']).execute()
  const keyOf = new Map(services.map(({ id, sourceKey }) => [id, judgedKey(sourceKey ?? id)]))
  const known = new Set(keyOf.values())
  const measured: Measured[] = []
  for (const query of queries) {
    const unknown = [...query.grades.keys()].filter((key) => !known.has(key))
    if (unknown.length) throw new Error(`"${query.text}" names services that do not exist: ${unknown.join(', ')}`)
    const asked = ServiceQuery.parse({ text: query.text, limit: SHOWN, ...(query.zip ? { near: query.zip } : {}) })
    const page = await findNearly(database, asked, timeZone)
    const found = page.found.map(({ serviceId }) => keyOf.get(serviceId) ?? serviceId)
    measured.push({ ...query, found, relaxed: page.relaxed, ndcg: ndcgOf(found, query.grades) })
  }
  return measured
}

export const meanNdcg = (measured: Measured[]) => measured.reduce((sum, { ndcg }) => sum + ndcg, 0) / measured.length
export const emptyShare = (measured: Measured[]) =>
  measured.filter(({ found }) => found.length === 0).length / measured.length
