import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { importedId } from './draft.ts'

const folder = new URL('../../data/open-eligibility/', import.meta.url)
const SOURCE = 'open-eligibility'

const readRows = async (file: string) =>
  parse(await readFile(new URL(file, folder)), { columns: true, bom: true }) as Record<string, string>[]

/**
 * Adds the Open Eligibility taxonomy to a database without it. Its terms have the same identifiers in all databases.
 */
export async function loadOpenEligibility(database: Database) {
  const terms = await readRows('taxonomy.csv')
  const loaded = await database
    .selectFrom('taxonomyTerm')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('sourceName', '=', SOURCE)
    .executeTakeFirstOrThrow()
  if (loaded.count === terms.length) return
  const formerCodes = new Map((await readRows('former-codes.csv')).map((r) => [r.id, r.former_code]))
  const taxonomyId = importedId(SOURCE, 'taxonomy', SOURCE)
  const idOf = (code: string | undefined) => (code && code !== '0' ? importedId(SOURCE, 'taxonomy_term', code) : null)
  await database
    .insertInto('taxonomy')
    .values({
      id: taxonomyId,
      name: 'Open Eligibility',
      version: '2.0',
      uri: 'https://openeligibility.org',
      sourceName: SOURCE,
      sourceKey: SOURCE,
      description: 'Human services and situations in plain words. CC BY-SA 3.0, Aunt Bertha, Inc. and Open Referral.',
    })
    .onConflict((c) => c.doNothing())
    .execute()
  // The file lists a term before its children, and each path contains the parent's: inserted level by level.
  const pending = terms.map((t) => ({
    id: idOf(t.id) as string,
    taxonomyId,
    parentId: idOf(t.parent_id),
    code: t.id,
    formerCode: formerCodes.get(t.id) ?? null,
    name: t.name ?? '',
    sourceName: SOURCE,
    sourceKey: t.id,
  }))
  await insertByLevel(pending, (level) =>
    database
      .insertInto('taxonomyTerm')
      .values(level)
      .onConflict((c) => c.doNothing())
      .execute(),
  )
}

/**
 * Yields records level by level, so that parents come before children. A record whose parent is not included is on the
 * first level.
 */
export async function insertByLevel<T extends { id: string; parentId: string | null }>(
  records: T[],
  insert: (level: T[]) => Promise<unknown>,
) {
  let waiting = records
  const inside = new Set(records.map((r) => r.id))
  while (waiting.length) {
    const level = waiting.filter((r) => !r.parentId || !inside.has(r.parentId))
    // A cycle of parents has no first level: its records become roots.
    const next = level.length ? level : waiting.map((r) => ({ ...r, parentId: null }))
    await insert(next)
    for (const record of next) inside.delete(record.id)
    waiting = level.length ? waiting.filter((r) => inside.has(r.id)) : []
  }
}

export interface KnownTerm {
  id: string
  parentId: string | null
  code: string | null
  formerCode: string | null
  name: string
  sourceName: string | null
  sourceKey: string | null
}

/** All categories by the names that a directory may use for them. */
export class TermIndex {
  readonly #byKey = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  readonly #byPath = new Map<string, string>()
  /** Without the source's own terms. */
  readonly #sharedByPath = new Map<string, string>()
  readonly #pathOf = new Map<string, string[]>()

  static async load(database: Database, sourceName: string) {
    const index = new TermIndex()
    const terms = await database
      .selectFrom('taxonomyTerm')
      .select(['id', 'parentId', 'code', 'formerCode', 'name', 'sourceName', 'sourceKey'])
      .where((e) => e.or([e('sourceName', '=', SOURCE), e('sourceName', '=', sourceName), e('sourceName', 'is', null)]))
      // As in the import that adds them, the source's own terms come last.
      .orderBy((e) => e.fn.coalesce(e('sourceName', '=', sourceName), e.val(false)))
      .orderBy(sql`cardinality(path_ids)`)
      .orderBy('code')
      .execute()
    const names = new Map(terms.map((t) => [t.id, t]))
    const path = (term: KnownTerm): string[] => {
      const parent = term.parentId ? names.get(term.parentId) : undefined
      return [...(parent ? path(parent) : []), term.name]
    }
    for (const term of terms) index.add(term, path(term), term.sourceName === sourceName)
    return index
  }

  /** @param isOwn whether it is one of the source's own terms */
  add(term: Omit<KnownTerm, 'parentId' | 'sourceName'>, path: string[], isOwn: boolean) {
    for (const key of [term.code, term.formerCode, isOwn ? term.sourceKey : null])
      if (key) this.#byKey.set(key, term.id)
    // If several terms have the same name, the highest one gets it.
    if (!this.#byName.has(term.name.toLowerCase())) this.#byName.set(term.name.toLowerCase(), term.id)
    if (!this.#byPath.has(pathKey(path))) this.#byPath.set(pathKey(path), term.id)
    if (!isOwn) this.#sharedByPath.set(pathKey(path), term.id)
    this.#pathOf.set(term.id, path)
  }

  /** Maps a key of the source to a term. */
  alias(key: string, id: string) {
    this.#byKey.set(key, id)
  }

  /** By the source's key, a code, a path such as `Food > Food Pantry`, or a name. */
  find(key: string): string | null {
    const path = key.includes('>') ? this.findPath(key.split('>').map((p) => p.trim())) : null
    return this.#byKey.get(key) ?? path ?? this.#byName.get(key.toLowerCase()) ?? null
  }

  findPath(path: string[]): string | null {
    return this.#byPath.get(pathKey(path)) ?? null
  }

  /** A term that does not come from the source itself. */
  findShared(path: string[]): string | null {
    return this.#sharedByPath.get(pathKey(path)) ?? null
  }

  pathOf = (id: string): string[] => this.#pathOf.get(id) ?? []
}

/** The first edition says "Emergency Cash" for "Emergency Payments". */
const pathKey = (path: string[]) =>
  path.map((p) => p.toLowerCase().replace(/^emergency cash$/, 'emergency payments')).join(' > ')
