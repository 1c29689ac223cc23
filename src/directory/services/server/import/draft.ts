import { createHash } from 'node:crypto'
import { derivedId } from '#platform/server/derived-id.ts'
import { type EntityName, entities } from './entities.ts'
import { type FieldValue, readField } from './field-values.ts'

/** Where something was found. */
export interface Place {
  file: string
  line: number
}

export interface Remark extends Place {
  reason: string
}

/** What became of the records of one kind. */
export interface Counts {
  inserted: number
  updated: number
  unchanged: number
  removed: number
}

/** One record as a row of a file gives it, before its references are looked up. */
export interface Draft {
  entity: EntityName
  place: Place
  /** The source's own identifier; null where it gives none. */
  key: string | null
  values: Record<string, FieldValue>
  /** Keys of other records. */
  references: Record<string, string | Draft>
  /** Identifiers of this database that are known already. */
  ids: Record<string, string>
  /** The record of the same row that this one hangs on: it is not told twice when that one is refused. */
  parent: Draft | null
  /** Keys of places whose organization is this record's, where the row names none. */
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

/**
 * Reads a row's cells as one record. A cell that cannot be read is left out and told; `given` overrides cells.
 */
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

/** The key that a draft is stored under: its source's identifier, or one made of what it is known by. */
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
 * The identifier of a record by where it came from: the same at every import, so that a second one finds the first one's rows
 * and no table of identifiers has to be kept. Another source's equal key gives another identifier.
 */
export const importedId = (sourceName: string, entity: string, key: string) =>
  derivedId(['hearthline', sourceName, entity, key])
