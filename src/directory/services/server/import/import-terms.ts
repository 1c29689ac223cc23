import { sql } from 'kysely'
import { cleanLine, cleanParagraphs } from './clean-text.ts'
import { importedId, type Remark } from './draft.ts'
import { findReturned } from './find-returned.ts'
import type { InBatch, ReadRow } from './import-row.ts'
import { insertByLevel, type TermIndex } from './terms.ts'

interface TermContext {
  sourceName: string
  terms: TermIndex
  refuse: (remark: Remark) => void
  warn: (remark: Remark) => void
}

/**
 * Reads a source's taxonomies or their terms. Terms of Open Eligibility are mapped to the existing ones; only others
 * are added.
 */
export async function importTerms(
  inBatch: InBatch,
  kind: 'taxonomy' | 'taxonomy_term',
  rows: AsyncIterable<ReadRow>,
  context: TermContext,
) {
  const all: ReadRow[] = []
  for await (const row of rows) {
    if (cleanLine(row.cells.name ?? '', 300)) all.push(row)
    else context.refuse({ file: row.file, line: row.line, reason: 'name is empty' })
  }
  if (kind === 'taxonomy') await writeTaxonomies(inBatch, all, context)
  else await writeTerms(inBatch, all, context)
}

/** A data manager's name and place of a category stay, and no category gets below itself. */
const unlessEdited = {
  name: sql<string>`case when taxonomy_term.edited_on is null then excluded.name else taxonomy_term.name end`,
  parentId: sql<string | null>`case when taxonomy_term.edited_on is null and not exists (
    select from taxonomy_term above where above.id = excluded.parent_id and taxonomy_term.id = any (above.path_ids))
    then excluded.parent_id else taxonomy_term.parent_id end`,
}

const nameOf = (row: ReadRow) => cleanLine(row.cells.name ?? '', 300) ?? ''
const textOf = (row: ReadRow, column: string) => cleanParagraphs(row.cells[column] ?? '', 2000)
const keyOf = (row: ReadRow) => cleanLine(row.cells.id ?? '', 300) ?? `name:${nameOf(row).toLowerCase()}`

async function writeTaxonomies(inBatch: InBatch, rows: ReadRow[], { sourceName }: TermContext) {
  const returned = await inBatch((database) => findReturned(database, 'taxonomy', rows.map(keyOf)))
  const own = rows.filter((row) => !returned.has(keyOf(row)))
  const values = own.map((row) => ({
    id: importedId(sourceName, 'taxonomy', keyOf(row)),
    name: nameOf(row),
    description: textOf(row, 'description'),
    uri: textOf(row, 'uri'),
    version: textOf(row, 'version'),
    sourceName,
    sourceKey: keyOf(row),
  }))
  for (const value of values)
    await inBatch((database) =>
      database
        .insertInto('taxonomy')
        .values(value)
        .onConflict((c) => c.column('id').doUpdateSet(value))
        .execute(),
    )
}

async function writeTerms(inBatch: InBatch, rows: ReadRow[], context: TermContext) {
  const { sourceName, terms } = context
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const path = (row: ReadRow, depth = 0): string[] => {
    const key = cleanLine(row.cells.parent_id ?? '', 300) ?? ''
    const parent = depth < 20 ? byKey.get(key) : undefined
    const above = parent ? path(parent, depth + 1) : terms.pathOf(terms.find(key) ?? '')
    return [...above, nameOf(row)]
  }
  const asTerm = (row: ReadRow) => ({
    id: importedId(sourceName, 'taxonomy_term', keyOf(row)),
    code: cleanLine(row.cells.code ?? '', 100),
    formerCode: null,
    name: nameOf(row),
    sourceKey: keyOf(row),
  })
  const returned = await inBatch((database) => findReturned(database, 'taxonomy_term', [...byKey.keys()]))
  const own: ReadRow[] = []
  for (const row of byKey.values()) {
    const known = returned.get(keyOf(row)) ?? terms.findShared(path(row))
    terms.alias(keyOf(row), known ?? importedId(sourceName, 'taxonomy_term', keyOf(row)))
    if (!known) own.push(row)
  }
  for (const row of own) terms.add(asTerm(row), path(row), true)
  const parentOf = (row: ReadRow) => {
    const key = cleanLine(row.cells.parent_id ?? '', 300)
    if (!key || key === '0') return null
    const parent = terms.find(key)
    if (!parent)
      context.warn({
        file: row.file,
        line: row.line,
        reason: `parent_id "${key}" is not known; the term stands at the top`,
      })
    return parent
  }
  await inBatch(async (database) => {
    const keysOfTaxonomies = own.map((row) => row.cells.taxonomy_id?.trim() ?? '')
    const ofSource = await database
      .selectFrom('taxonomy')
      .select(['id', 'sourceKey'])
      .where('sourceName', '=', sourceName)
      .execute()
    const taxonomies = new Map([
      ...(await findReturned(database, 'taxonomy', keysOfTaxonomies)),
      ...ofSource.map(({ id, sourceKey }) => [sourceKey ?? '', id] as const),
    ])
    const values = own.map((row) => {
      return {
        id: importedId(sourceName, 'taxonomy_term', keyOf(row)),
        parentId: parentOf(row),
        taxonomyId: taxonomies.get(row.cells.taxonomy_id?.trim() ?? '') ?? null,
        code: cleanLine(row.cells.code ?? '', 100),
        name: nameOf(row),
        description: textOf(row, 'description'),
        language: textOf(row, 'language'),
        termUri: textOf(row, 'term_uri'),
        sourceName,
        sourceKey: keyOf(row),
      }
    })
    await insertByLevel(values, async (level) => {
      for (const { name, parentId, ...value } of level)
        await database
          .insertInto('taxonomyTerm')
          .values({ ...value, name, parentId, importedName: name, importedParentId: parentId })
          .onConflict((c) =>
            c.column('id').doUpdateSet({ ...value, importedName: name, importedParentId: parentId, ...unlessEdited }),
          )
          .execute()
    })
  })
}
