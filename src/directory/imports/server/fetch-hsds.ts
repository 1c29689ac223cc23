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

/** Copies another directory, as its HSDS API publishes it, into files with one record in each line. */
export async function fetchHsds(source: HsdsSource, folder: string) {
  const room = { left: source.config.imports.maxBytes }
  for (const list of lists) {
    const path = join(folder, `${list}.ndjson`)
    await pipeline(Readable.from(linesOf(source, list, room)), createWriteStream(path))
    if ((await stat(path)).size === 0) await rm(path)
  }
}

async function* linesOf(source: HsdsSource, list: (typeof lists)[number], room: { left: number }) {
  const isTaxonomy = list.startsWith('taxonom')
  let read = 0
  for (let page = 1, pages = 1; page <= pages && page <= MOST_PAGES; page += 1) {
    const query = { page: String(page), per_page: String(PER_PAGE), ...(isTaxonomy ? {} : { full: 'true' }) }
    const found = await readPage(source, list, query, room)
    if (!found?.contents.length) return
    pages = found.total_pages ?? (found.contents.length < PER_PAGE ? page : page + 1)
    for (const record of found.contents) {
      yield `${JSON.stringify(await wholeOf(source, list, record, room))}\n`
      read += 1
      source.onProgress({ file: list, read })
    }
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
  return status === 200 && typeof body === 'object' && body !== null ? body : record
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
