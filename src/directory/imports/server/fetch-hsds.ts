import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#platform/server/config.ts'
import { FetchRefused, fetchPublic } from '#platform/server/fetch-public.ts'
import { ImportFailure } from './unpack-files.ts'

type Json = Record<string, unknown>
interface Page {
  contents: Json[]
  total_pages?: number
}
export interface HsdsSource {
  address: string
  config: Pick<Config, 'imports'>
  onProgress: (progress: { file: string; read: number }) => void
  signal?: AbortSignal | undefined
}

const PER_PAGE = 100
const MOST_PAGES = 100_000
/** A page is read into memory as a whole. */
const PAGE_BYTES = 32 * 1024 * 1024
const lists = ['organizations', 'services', 'taxonomies', 'taxonomy_terms'] as const
type List = (typeof lists)[number]
/** A directory may have no taxonomies of its own. */
const needed: readonly string[] = ['organizations', 'services']
/** What only a whole record has. */
const parts = ['service_at_locations', 'phones', 'schedules', 'locations', 'attributes', 'organization', 'services']

const failures = {
  'not-public': 'address-not-public',
  'no-answer': 'address-no-answer',
  refused: 'address-refused',
  'too-large': 'unpacked-too-large',
} as const

/**
 * Copies another directory, as its HSDS API publishes it, into files with one record in each line.
 * @param since copies only the services that changed since then, with their organizations, if the API can say which
 * @returns whether it is only that part
 */
export async function fetchHsds(source: HsdsSource, folder: string, since: Date | null): Promise<boolean> {
  const room = { left: source.config.imports.maxBytes }
  const copy = async (list: List, records: AsyncIterable<Json>) => {
    const path = join(folder, `${list}.ndjson`)
    let read = 0
    const lines = async function* () {
      for await (const record of records) {
        yield `${JSON.stringify(record)}\n`
        read += 1
        source.onProgress({ file: list, read })
      }
    }
    await pipeline(Readable.from(lines()), createWriteStream(path))
    if ((await stat(path)).size === 0) await rm(path)
  }
  const isPartial = since !== null && (await knowsWhatChanged(source, room))
  if (!isPartial) for (const list of lists) await copy(list, recordsOf(source, list, room))
  else {
    const organizations = new Set<string>()
    const changed = recordsOf(source, 'services', room, { modified_after: since.toISOString() })
    await copy('services', noting(changed, organizations))
    await copy('organizations', organizationsOf(source, organizations, room))
    for (const list of ['taxonomies', 'taxonomy_terms'] as const) await copy(list, recordsOf(source, list, room))
  }
  return isPartial
}

/** Long after all that can have changed: an API that understands it lists nothing. */
const FAR_FUTURE = '2999-12-31T00:00:00.000Z'

/** Whether the API lists what changed since an instant: one that ignores the parameter lists everything. */
async function knowsWhatChanged(source: HsdsSource, room: { left: number }) {
  const count = async (query: Record<string, string>) => {
    const all = new URLSearchParams({ ...query, page: '1', per_page: '1' })
    const { status, body } = await readJson(source, `services?${all}`, room)
    const contents = (body as Partial<Page> | null)?.contents
    return status === 200 && Array.isArray(contents) ? contents.length : null
  }
  return (await count({ modified_after: FAR_FUTURE })) === 0 && (await count({})) === 1
}

async function* noting(services: AsyncIterable<Json>, organizations: Set<string>) {
  for await (const service of services) {
    const { organization_id: id, organization } = service as {
      organization_id?: unknown
      organization?: { id?: unknown }
    }
    const known = id ?? organization?.id
    if (typeof known === 'string') organizations.add(known)
    yield service
  }
}

/** Without their services, which have not changed and may be short here. */
async function* organizationsOf(source: HsdsSource, ids: Set<string>, room: { left: number }) {
  for (const id of ids) {
    const { status, body } = await readJson(source, `organizations/${encodeURIComponent(id)}`, room)
    if (status !== 200 || typeof body !== 'object' || body === null) throw new ImportFailure('address-refused')
    const { services, ...organization } = body as Json
    yield organization
  }
}

async function* recordsOf(
  source: HsdsSource,
  list: List,
  room: { left: number },
  changed: Record<string, string> = {},
) {
  const isTaxonomy = list.startsWith('taxonom')
  for (let page = 1, pages = 1; page <= pages && page <= MOST_PAGES; page += 1) {
    const query = {
      page: String(page),
      per_page: String(PER_PAGE),
      ...changed,
      ...(isTaxonomy ? {} : { full: 'true' }),
    }
    const found = await readPage(source, list, query, room)
    if (!found?.contents.length) return
    pages = found.total_pages ?? (found.contents.length < PER_PAGE ? page : page + 1)
    for (const record of found.contents) yield await wholeOf(source, list, record, room)
  }
}

/** One page of a list; null if the other side does not have this list. */
async function readPage(source: HsdsSource, list: string, query: Record<string, string>, room: { left: number }) {
  const { status, body } = await readJson(source, `${list}?${new URLSearchParams(query)}`, room)
  if (status === 404 && !needed.includes(list)) return null
  // Some APIs refuse parameters that they do not know.
  const { full, ...plain } = query
  if (status === 400 && full) return readPage(source, list, plain, room)
  const page = body as Page | null
  if (status !== 200 || !Array.isArray(page?.contents)) throw new ImportFailure('address-refused')
  return page
}

/** Lists of some APIs have short records; the whole one is then read by its identifier. */
async function wholeOf(source: HsdsSource, list: string, record: Json, room: { left: number }) {
  if (!needed.includes(list) || typeof record.id !== 'string' || parts.some((part) => part in record)) return record
  const { status, body } = await readJson(source, `${list}/${encodeURIComponent(record.id)}`, room)
  return status === 200 && typeof body === 'object' && body !== null ? (body as Json) : record
}

async function readJson({ address, config, signal }: HsdsSource, path: string, room: { left: number }) {
  try {
    const { status, bytes } = await fetchPublic(new URL(path, `${address.replace(/\/$/, '')}/`), {
      ...{ allowedHosts: config.imports.allowedHosts, maxBytes: Math.min(PAGE_BYTES, room.left), signal },
    })
    room.left -= bytes.length
    return { status, body: status === 200 ? (JSON.parse(bytes.toString('utf8')) as unknown) : null }
  } catch (error) {
    if (error instanceof FetchRefused) throw new ImportFailure(failures[error.code])
    if (error instanceof SyntaxError) throw new ImportFailure('address-refused')
    throw error
  }
}
