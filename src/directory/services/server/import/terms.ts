import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { Need } from '#directory/needs/need.ts'
import type { Database } from '#platform/server/database.ts'
import { importedId } from './draft.ts'

const folder = new URL('../../data/open-eligibility/', import.meta.url)
const SOURCE = 'open-eligibility'

interface Additions {
  nameEs: string | null
  need: Need | null
}
/** The Spanish names of Open Eligibility's categories, and the needs that they belong to. */
const readAdditions = async () =>
  new Map(
    (await readRows('spanish-and-needs.csv')).map((r): [string, Additions] => [
      r.name ?? '',
      { nameEs: r.spanish || null, need: Need.nullable().parse(r.need || null) },
    ]),
  )

const readRows = async (file: string) =>
  parse(await readFile(new URL(file, folder)), { columns: true, bom: true }) as Record<string, string>[]

/**
 * Adds the Open Eligibility taxonomy to a database without it. Its terms have the same identifiers in all databases.
 * From then on, the categories belong to the portal's data managers: nothing of what they changed is overwritten.
 */
export async function loadOpenEligibility(database: Database) {
  const terms = await readRows('taxonomy.csv')
  const loaded = await database
    .selectFrom('taxonomyTerm')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('sourceName', '=', SOURCE)
    .executeTakeFirstOrThrow()
  if (loaded.count === terms.length) return fillAdditions(database)
  const additions = await readAdditions()
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
    ...additions.get(t.name ?? ''),
    importedName: t.name ?? '',
    importedParentId: idOf(t.parent_id),
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
  await tieSynonyms(database)
}

/** Once, in a database that has had the categories since before they had Spanish names and needs. */
async function fillAdditions(database: Database) {
  const rows = [...(await readAdditions())].map(([name, { nameEs, need }]) => ({ name, name_es: nameEs, need }))
  const { numAffectedRows } = await sql`
    update taxonomy_term t set name_es = r.name_es, need = r.need, version = 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, name_es text, need text)
    where t.version = 0 and t.source_name = ${SOURCE} and t.name = r.name`.execute(database)
  if (numAffectedRows) await tieSynonyms(database)
}

/** Gives the shipped synonyms to the categories that they mean. What a search finds stays the same. */
async function tieSynonyms(database: Database) {
  const rows = (await readRows('synonyms.csv')).map(({ meaning, code }) => ({
    meaning,
    id: importedId(SOURCE, 'taxonomy_term', code ?? ''),
  }))
  await sql`
    update search_synonym s set taxonomy_term_id = r.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (meaning text, id uuid)
    join taxonomy_term t on t.id = r.id
    where s.meaning = r.meaning and s.taxonomy_term_id is null`.execute(database)
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
type StoredTerm = KnownTerm & {
  importedName: string | null
  importedParentId: string | null
  mergedInto: string | null
}

const presentPlace = ({ name, parentId }: StoredTerm) => [name, parentId] as const
const importedPlace = (term: StoredTerm) =>
  term.importedName === null ? presentPlace(term) : ([term.importedName, term.importedParentId] as const)

/** The names from the top to a term. Those that sources give may go round in a circle with those of the portal. */
function pathIn(
  known: ReadonlyMap<string, StoredTerm>,
  term: StoredTerm,
  read: (term: StoredTerm) => readonly [name: string, parentId: string | null],
  seen: readonly string[] = [],
): string[] {
  const [name, parentId] = read(term)
  const parent = parentId && !seen.includes(parentId) ? known.get(parentId) : undefined
  return [...(parent ? pathIn(known, parent, read, [...seen, term.id]) : []), name]
}

/** All categories by the names that a directory may use for them. */
export class TermIndex {
  readonly #byKey = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  readonly #byPath = new Map<string, string>()
  /** Without the source's own terms. */
  readonly #sharedByPath = new Map<string, string>()
  readonly #pathOf = new Map<string, string[]>()
  /** A category that was merged means the one that has its listings. */
  readonly #mergedInto = new Map<string, string>()

  static async load(database: Database, sourceName: string) {
    const index = new TermIndex()
    const terms = await database
      .selectFrom('taxonomyTerm')
      .select(['id', 'parentId', 'code', 'formerCode', 'name', 'sourceName', 'sourceKey'])
      .select(['importedName', 'importedParentId', 'mergedInto'])
      .where((e) => e.or([e('sourceName', '=', SOURCE), e('sourceName', '=', sourceName), e('sourceName', 'is', null)]))
      // As in the import that adds them, the source's own terms come last.
      .orderBy((e) => e.fn.coalesce(e('sourceName', '=', sourceName), e.val(false)))
      .orderBy(sql`cardinality(path_ids)`)
      .orderBy('code')
      .execute()
    const known = new Map(terms.map((t) => [t.id, t]))
    for (const { id, mergedInto } of terms) if (mergedInto) index.#mergedInto.set(id, mergedInto)
    const isOwn = (term: StoredTerm) => term.sourceName === sourceName
    for (const term of terms.filter(({ mergedInto }) => !mergedInto))
      index.add(term, pathIn(known, term, presentPlace), isOwn(term))
    // Then what was merged, and each as its source calls it: it may have been renamed or moved since.
    for (const term of terms) {
      if (term.mergedInto) index.add(term, pathIn(known, term, presentPlace), isOwn(term))
      if (term.importedName !== null)
        index.add({ ...term, name: term.importedName }, pathIn(known, term, importedPlace), isOwn(term))
    }
    return index
  }

  /** @param isOwn whether it is one of the source's own terms */
  add(term: Omit<KnownTerm, 'parentId' | 'sourceName'>, path: string[], isOwn: boolean) {
    const id = this.#mergedInto.get(term.id) ?? term.id
    const unlessKnown = (map: Map<string, string>, key: string) => map.has(key) || map.set(key, id)
    for (const key of [term.code, term.formerCode, isOwn ? term.sourceKey : null]) if (key) this.#byKey.set(key, id)
    // If several terms have the same name, the highest one gets it.
    unlessKnown(this.#byName, term.name.toLowerCase())
    unlessKnown(this.#byPath, pathKey(path))
    if (!isOwn) unlessKnown(this.#sharedByPath, pathKey(path))
    if (!this.#pathOf.has(id)) this.#pathOf.set(id, path)
  }

  /** Maps a key of the source to a term. */
  alias(key: string, id: string) {
    this.#byKey.set(key, this.#mergedInto.get(id) ?? id)
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
