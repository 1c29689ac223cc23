import { createHash } from 'node:crypto'
import { derivedId } from '#platform/server/derived-id.ts'
import { type EntityName, entities } from './entities.ts'
import { type FieldValue, readField } from './field-values.ts'

/** The position in a file. */
export interface Place {
  file: string
  line: number
}

export interface Remark extends Place {
  reason: string
}

/** Why a second record with an identifier is refused; both places are named. */
export const repeated = (id: string, first: Place) =>
  `id "${id.slice(0, 80)}" stands also at ${first.file}:${first.line}, which came first`

/** The results for records of one kind. */
export interface Counts {
  inserted: number
  updated: number
  unchanged: number
  removed: number
}

/** One record of a row, before its references are resolved. */
export interface Draft {
  entity: EntityName
  place: Place
  /** The source's own identifier; null if there is none. */
  key: string | null
  values: Record<string, FieldValue>
  /** Keys of other records. */
  references: Record<string, string | Draft>
  /** Known identifiers in this database. */
  ids: Record<string, string>
  /** The record of the same row on which this one depends: if that one is refused, this one is not reported. */
  parent: Draft | null
  /** Columns that say how the row was read; they do not identify it. */
  more?: Record<string, FieldValue>
  /** Keys of locations whose organization is this record's, if the row names none. */
  organizationOf?: string[]
  /** Set once it is known to be refused. */
  isRefused?: boolean
}

export type Cells = Partial<Record<string, string>>

export interface DraftContext {
  place: Place
  warn: (reason: string) => void
}

const filled = (cell: string | undefined) => (cell?.trim() ? cell.trim() : null)

/** Reads a row's cells as one record. A cell that cannot be read is left out and reported; `given` overrides cells. */
export function makeDraft(
  entity: EntityName,
  cells: Cells,
  context: DraftContext,
  given: {
    values?: Record<string, FieldValue>
    references?: Record<string, string | Draft | null>
    parent?: Draft
    key?: string | null
    ids?: Record<string, string>
  } = {},
): Draft {
  const { columns, references } = entities[entity]
  const values: Record<string, FieldValue> = {}
  for (const [column, kind] of Object.entries(columns)) {
    const cell = cells[column]
    if (cell === undefined || given.values?.[column] !== undefined) continue
    const reading = readField(cell, kind)
    if ('reason' in reading) context.warn(`${column}: ${reading.reason}; left out`)
    else if (reading.value !== null) values[column] = reading.value
  }
  const links: Record<string, string | Draft> = {}
  for (const column of Object.keys(references)) {
    const link = given.references?.[column] === undefined ? filled(cells[column]) : given.references[column]
    if (link) links[column] = link
  }
  return {
    entity,
    place: context.place,
    key: given.key === undefined ? (filled(cells.id)?.slice(0, 300) ?? null) : given.key,
    values: { ...values, ...given.values },
    references: links,
    ids: given.ids ?? {},
    parent: given.parent ?? null,
  }
}

const keyOf = (link: string | Draft) => (typeof link === 'string' ? link : sourceKeyOf(link))

/** The key under which a draft is stored: the source's identifier, or one derived from its natural key. */
export function sourceKeyOf(draft: Draft): string {
  if (draft.key !== null) return draft.key
  const { naturalKey, columns, references } = entities[draft.entity]
  const parts = naturalKey.length ? naturalKey : [...Object.keys(references), ...Object.keys(columns)]
  const content = parts.map((column) => {
    const link = draft.references[column]
    const value = link ? keyOf(link) : (draft.ids[column] ?? draft.values[column] ?? null)
    return naturalKey.length && typeof value === 'string' ? value.toLowerCase() : value
  })
  return `natural:${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}`
}

/**
 * A record's identifier, derived from its origin: the same in every import, so that a second import finds the rows of
 * the first, without a table of identifiers. The same key in another source gives a different identifier.
 */
export const importedId = (sourceName: string, entity: string, key: string) =>
  derivedId(['hearthline', sourceName, entity, key])
