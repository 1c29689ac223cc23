import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Remark, repeated } from './draft.ts'
import { type FileKind, knownColumns } from './file-kinds.ts'
import type { ReadRow } from './import-row.ts'

type Json = Record<string, unknown>
interface Nested {
  kind: FileKind
  /** The column by which the inner record refers to the outer one, or the outer one to the inner. */
  link: string
  /** The outer record refers to the inner one, which is not a part of it. */
  isReference?: boolean
}

const part = (kind: FileKind, link: string): Nested => ({ kind, link })
const whole = (kind: FileKind, link: string): Nested => ({ kind, link, isReference: true })
const owned = (link: string) => ({
  phones: part('phone', link),
  schedules: part('schedule', link),
  contacts: part('directory_contact', link),
  languages: part('language', link),
})

/** Where HSDS 3 nests records. */
const nesting: Partial<Record<FileKind, Record<string, Nested>>> = {
  service: {
    ...owned('service_id'),
    service_areas: part('service_area', 'service_id'),
    cost_options: part('cost_option', 'service_id'),
    required_documents: part('required_document', 'service_id'),
    attributes: part('attribute', 'service_id'),
    service_at_locations: part('service_at_location', 'service_id'),
    organization: whole('organization', 'organization_id'),
    program: whole('program', 'program_id'),
  },
  organization: {
    ...owned('organization_id'),
    services: part('service', 'organization_id'),
    locations: part('location', 'organization_id'),
    programs: part('program', 'organization_id'),
  },
  location: {
    ...owned('location_id'),
    addresses: part('address', 'location_id'),
    accessibility: part('accessibility', 'location_id'),
  },
  service_at_location: {
    ...owned('service_at_location_id'),
    service_areas: part('service_area', 'service_at_location_id'),
    location: whole('location', 'location_id'),
    service: whole('service', 'service_id'),
  },
  directory_contact: { phones: part('phone', 'contact_id') },
  phone: { languages: part('language', 'phone_id') },
  attribute: { taxonomy_term: whole('taxonomy_term', 'taxonomy_term_id') },
  taxonomy_term: { taxonomy_detail: whole('taxonomy', 'taxonomy_id') },
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : isRecord(value) ? [value] : []

function kindOf(name: string, record: Json): FileKind | null {
  if (/service_at_location/i.test(name) || isRecord(record.location)) return 'service_at_location'
  if (/taxonomy_term/i.test(name)) return 'taxonomy_term'
  if (/taxonom/i.test(name)) return 'taxonomy'
  if (/organi[sz]ation/i.test(name) || 'services' in record) return 'organization'
  if (/service/i.test(name) || 'service_at_locations' in record || 'organization' in record) return 'service'
  return /location/i.test(name) || 'addresses' in record ? 'location' : null
}

/** What a JSON file holds: its rows by kind, what was not taken, and the keys that nobody reads. */
export interface JsonContent {
  rows: Map<FileKind, ReadRow[]>
  refused: Remark[]
  /** How often each key that the import does not read occurs, as `phone.colour`. */
  unread: Map<string, number>
}

/**
 * The outermost records of a file: of one record, a list, a page of the API (`contents`), or one record in each line.
 * @throws SyntaxError if the file is none of these
 */
function recordsOf(text: string): Json[] {
  try {
    const content = JSON.parse(text) as unknown
    return recordsIn(isRecord(content) && Array.isArray(content.contents) ? content.contents : content)
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim())
    if (lines.length < 2 || !lines[0]?.trim().endsWith('}')) throw error
    return lines.flatMap((line) => recordsIn(JSON.parse(line) as unknown))
  }
}

/** Whether two records with one identifier are not the same: they have other names, or nothing but other values. */
function isAnother(cells: Record<string, string>, before: Record<string, string>) {
  if (cells.name?.trim() && before.name?.trim()) return cells.name.trim() !== before.name.trim()
  return Object.entries(cells).some(([key, value]) => key in before && before[key] !== value)
}

/**
 * The rows of an HSDS 3 JSON file, by kind. Nested records are split into rows with references. If a record occurs twice,
 * the more complete one is used, also if the other stands in another file; another record under the same identifier is
 * refused. `line` is the number of the
 * outermost record.
 * @throws SyntaxError if the file is not JSON
 */
export async function readJson(path: string, known = new Map<string, ReadRow>()): Promise<JsonContent> {
  const file = basename(path)
  const rows = new Map<FileKind, ReadRow[]>()
  const refused: Remark[] = []
  const unread = new Map<string, number>()
  const take = (kind: FileKind, record: Json, line: number, links: Record<string, string>) => {
    const inner = nesting[kind] ?? {}
    const columns = knownColumns(kind)
    const cells: Record<string, string> = { ...links }
    for (const [column, value] of Object.entries(record)) {
      if (column in inner) continue
      if (!columns.has(column) && !isEmpty(value))
        unread.set(`${kind}.${column}`, (unread.get(`${kind}.${column}`) ?? 0) + 1)
      if (['string', 'number', 'boolean'].includes(typeof value)) cells[column] ??= String(value)
    }
    for (const [column, { kind: target, link, isReference }] of Object.entries(inner))
      for (const child of recordsIn(record[column])) {
        if (isReference && child.id !== undefined) cells[link] ??= String(child.id)
        take(target, child, line, isReference ? {} : record.id === undefined ? {} : { [link]: String(record.id) })
      }
    const before = cells.id === undefined ? undefined : known.get(`${kind} ${cells.id}`)
    if (before && isAnother(cells, before.cells)) {
      refused.push({ file, line, reason: repeated(cells.id ?? '', before) })
      return
    }
    if (before) {
      before.cells = { ...cells, ...before.cells }
      return
    }
    const row = { file, line, cells }
    if (cells.id !== undefined) known.set(`${kind} ${cells.id}`, row)
    const ofKind = rows.get(kind)
    if (ofKind) ofKind.push(row)
    else rows.set(kind, [row])
  }
  recordsOf((await readFile(path, 'utf8')).replace(/^\ufeff/, '')).forEach((record, index) => {
    const kind = kindOf(file, record)
    if (kind) take(kind, record, index + 1, {})
    else refused.push({ file, line: index + 1, reason: 'nothing says what kind of record this is' })
  })
  return { rows, refused, unread }
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)
