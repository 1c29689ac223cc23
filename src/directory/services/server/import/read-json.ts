import { basename } from 'node:path'
import { type Remark, repeated } from './draft.ts'
import { type FileKind, knownColumns } from './file-kinds.ts'
import { isRecord, type Json, readRecords, recordsIn } from './json-records.ts'
import type { RowSpool } from './row-spool.ts'

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

function kindOf(name: string, record: Json): FileKind | null {
  if (/service_at_location/i.test(name) || isRecord(record.location)) return 'service_at_location'
  if (/taxonomy_term/i.test(name)) return 'taxonomy_term'
  if (/taxonom/i.test(name)) return 'taxonomy'
  if (/organi[sz]ation/i.test(name) || 'services' in record) return 'organization'
  if (/service/i.test(name) || 'service_at_locations' in record || 'organization' in record) return 'service'
  return /location/i.test(name) || 'addresses' in record ? 'location' : null
}

/** What is not taken of a JSON file. */
export interface JsonRest {
  /** Whether any of its records was taken. */
  isTaken: boolean
  /** Whether it could be read to its end. */
  isWhole: boolean
  /** How often each key that the import does not read occurs, as `phone.colour`. */
  unread: Map<string, number>
}
interface JsonTarget {
  spool: RowSpool
  refuse: (remark: Remark) => void
  /** Receives the number of the outermost records so far. */
  onRead: (records: number) => void
  signal?: AbortSignal | undefined
}
const MOST_UNREAD = 10_000
/** The maximum nesting of records. */
const MOST_LEVELS = 20
/** The maximum number of remarks that wait until a record of the file is taken. Of an unknown file they say nothing. */
const MOST_HELD = 10_000

/** Whether two records with one identifier are not the same: they have other names, or nothing but other values. */
function isAnother(cells: Record<string, string>, before: Record<string, string>) {
  if (cells.name?.trim() && before.name?.trim()) return cells.name.trim() !== before.name.trim()
  return Object.entries(cells).some(([key, value]) => key in before && before[key] !== value)
}

/**
 * Reads an HSDS 3 JSON file into the spool, by kind. Nested records are split into rows with references. If a record
 * occurs twice, the more complete one is used, also if the other stands in another file; another record under the same
 * identifier is refused. The line of a row is that of the outermost record, or its number.
 */
export async function readJson(path: string, { spool, refuse, onRead, signal }: JsonTarget): Promise<JsonRest> {
  const file = basename(path)
  const unread = new Map<string, number>()
  const held: Remark[] = []
  let isTaken = false
  const release = () => {
    for (const remark of held.splice(0)) refuse(remark)
  }
  const say = (line: number, reason: string) => {
    held.push({ file, line, reason })
    if (isTaken || held.length > MOST_HELD) release()
  }
  const countUnread = (key: string) => {
    const times = unread.get(key)
    if (times !== undefined || unread.size < MOST_UNREAD) unread.set(key, (times ?? 0) + 1)
  }
  const take = (kind: FileKind, record: Json, line: number, links: Record<string, string>, level = 1) => {
    if (level > MOST_LEVELS) return say(line, 'its records are nested too deeply')
    const inner = nesting[kind] ?? {}
    const columns = knownColumns(kind)
    const cells: Record<string, string> = { ...links }
    for (const [column, value] of Object.entries(record)) {
      if (column in inner) continue
      if (!columns.has(column) && !isEmpty(value)) countUnread(`${kind}.${column}`)
      if (['string', 'number', 'boolean'].includes(typeof value)) cells[column] ??= String(value)
    }
    for (const [column, { kind: target, link, isReference }] of Object.entries(inner))
      for (const child of recordsIn(record[column])) {
        if (isReference && child.id !== undefined) cells[link] ??= String(child.id)
        const ownLinks = isReference || record.id === undefined ? {} : { [link]: String(record.id) }
        take(target, child, line, ownLinks, level + 1)
      }
    isTaken = true
    spool.add(kind, { file, line, cells }, (before) => {
      if (isAnother(cells, before.cells)) {
        say(line, repeated(cells.id ?? '', before))
        return null
      }
      const isMore = Object.keys(cells).some((column) => !(column in before.cells))
      return isMore ? { ...before, cells: { ...cells, ...before.cells } } : null
    })
  }
  let isBroken = false
  let records = 0
  const isWhole = await readRecords(path, {
    take: (record, line) => {
      records += 1
      onRead(records)
      const kind = kindOf(file, record)
      if (kind) take(kind, record, line, {})
      else say(line, 'nothing says what kind of record this is')
    },
    refuse: (line, reason) => {
      isBroken = true
      say(line, reason)
    },
    signal,
  })
  if (isTaken || isBroken) release()
  return { isTaken: isTaken || isBroken, isWhole, unread }
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)
