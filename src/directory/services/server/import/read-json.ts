import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileKind } from './file-kinds.ts'
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
  if (/service_at_location/i.test(name) || 'location' in record) return 'service_at_location'
  if (/taxonomy_term/i.test(name)) return 'taxonomy_term'
  if (/taxonom/i.test(name)) return 'taxonomy'
  if (/organi[sz]ation/i.test(name) || 'services' in record) return 'organization'
  if (/service/i.test(name) || 'service_at_locations' in record || 'organization' in record) return 'service'
  return /location/i.test(name) || 'addresses' in record ? 'location' : null
}

/**
 * The rows of an HSDS 3 JSON file, by kind: from one record, a list, or a page of the API (`contents`). Nested records
 * are split into rows with references. If a record occurs twice, the more complete one is used. `line` is the number of
 * the outermost record.
 * @throws SyntaxError if the file is not JSON
 */
export async function readJson(path: string): Promise<Map<FileKind, ReadRow[]>> {
  const file = basename(path)
  const content = JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, '')) as unknown
  const found = new Map<FileKind, ReadRow[]>()
  const known = new Map<string, ReadRow>()
  const take = (kind: FileKind, record: Json, line: number, links: Record<string, string>) => {
    const inner = nesting[kind] ?? {}
    const cells: Record<string, string> = { ...links }
    for (const [column, value] of Object.entries(record))
      if (['string', 'number', 'boolean'].includes(typeof value) && !(column in inner)) cells[column] ??= String(value)
    for (const [column, { kind: target, link, isReference }] of Object.entries(inner))
      for (const child of recordsIn(record[column])) {
        if (isReference && child.id !== undefined) cells[link] ??= String(child.id)
        take(target, child, line, isReference ? {} : record.id === undefined ? {} : { [link]: String(record.id) })
      }
    const key = `${kind} ${cells.id ?? ''}`
    const before = cells.id === undefined ? undefined : known.get(key)
    if (before) {
      before.cells = { ...cells, ...before.cells }
      return
    }
    const row = { file, line, cells }
    known.set(key, row)
    const rows = found.get(kind)
    if (rows) rows.push(row)
    else found.set(kind, [row])
  }
  const top = isRecord(content) && Array.isArray(content.contents) ? content.contents : content
  recordsIn(top).forEach((record, index) => {
    const kind = kindOf(file, record)
    if (kind) take(kind, record, index + 1, {})
  })
  return found
}
