import { loadHsdsSchemas } from './hsds-schemas.ts'
import { type Page, pageMistakes } from './page-mistakes.ts'

export interface Finding {
  level: 'error' | 'warning'
  /** what was asked for */
  path: string
  message: string
}
export interface HsdsCheck {
  findings: Finding[]
  /** How much was validated. */
  pages: number
  records: number
}

/** The endpoints of HSDS 3.1 with the schema of their records. The standard requires those of services. */
const endpoints = [
  { list: 'services', schema: 'service', isRequired: true },
  { list: 'organizations', schema: 'organization', isRequired: false },
  { list: 'service_at_locations', schema: 'service_at_location', isRequired: false },
  { list: 'taxonomies', schema: 'taxonomy', isRequired: false },
  { list: 'taxonomy_terms', schema: 'taxonomy_term', isRequired: false },
]
type Endpoint = (typeof endpoints)[number]

const IDS = 10
const TIMEOUT_MS = 30_000

interface Answer {
  status: number
  /** undefined if it was not JSON */
  body: unknown
}

async function read(address: string): Promise<Answer> {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    try {
      return { status: response.status, body: JSON.parse(text) as unknown }
    } catch {
      return { status: response.status, body: undefined }
    }
  } catch {
    return { status: 0, body: undefined }
  }
}

const told = ({ status, body }: Answer) =>
  status === 0 ? 'does not answer' : status !== 200 ? `answers ${status}` : body === undefined ? 'is not JSON' : null
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Validates an HSDS API: the first, the middle and the last page of each list, and ten of its records by id. What the
 * standard requires and is missing or wrong is an error; an optional endpoint that is missing is a warning.
 */
export async function checkHsdsApi(address: string): Promise<HsdsCheck> {
  const base = address.replace(/\/+$/, '')
  const check: HsdsCheck = { findings: [], pages: 0, records: 0 }
  const mistakesOf = loadHsdsSchemas()
  const say = (level: Finding['level'], path: string, message: string) => check.findings.push({ level, path, message })

  async function checkRoot() {
    const answer = await read(`${base}/`)
    const missing = told(answer)
    if (missing) return say('error', '/', missing)
    const { version, profile, openapi_url: document } = answer.body as Record<string, unknown>
    if (!String(version).startsWith('3.')) say('error', '/', `version is ${JSON.stringify(version)}, not 3.x`)
    for (const [name, url] of Object.entries({ profile, openapi_url: document }))
      if (typeof url !== 'string' || !URL.canParse(url)) say('error', '/', `${name} is not an address`)
  }

  /** @returns the page, if it can be read as one */
  async function checkPage({ list, schema }: Endpoint, number: number, first?: Page) {
    const path = `/${list}?page=${number}`
    const answer = await read(base + path)
    const missing = told(answer)
    if (missing) {
      say('error', path, missing)
      return undefined
    }
    check.pages += 1
    for (const mistake of pageMistakes(answer.body, number, first)) say('error', path, mistake)
    const contents =
      isRecord(answer.body) && Array.isArray(answer.body.contents) ? (answer.body.contents as unknown[]) : []
    for (const record of contents) checkRecord(path, schema, record)
    return { ...(answer.body as Page), contents }
  }

  function checkRecord(path: string, schema: string, record: unknown) {
    check.records += 1
    const id = isRecord(record) ? String(record.id) : '?'
    for (const mistake of mistakesOf(schema, record)) say('error', path, `record ${id}: ${mistake}`)
  }

  async function checkIds({ list, schema }: Endpoint, ids: string[]) {
    for (const id of ids) {
      const path = `/${list}/${encodeURIComponent(id)}`
      const answer = await read(base + path)
      const missing = told(answer)
      if (missing) say('error', path, missing)
      else if (!isRecord(answer.body) || answer.body.id !== id) say('error', path, 'is another record')
      else checkRecord(path, schema, answer.body)
    }
  }

  async function checkList(endpoint: Endpoint) {
    const path = `/${endpoint.list}`
    const missing = told(await read(base + path))
    if (missing) return say(endpoint.isRequired ? 'error' : 'warning', path, missing)
    const first = await checkPage(endpoint, 1)
    if (!first) return
    const last = Math.max(1, Math.trunc(Number(first.total_pages) || 1))
    const others = [...new Set([Math.ceil(last / 2), last])].filter((number) => number > 1)
    const pages = [first]
    for (const number of others) {
      const page = await checkPage(endpoint, number, first)
      if (page) pages.push(page)
    }
    const ids = pages.flatMap(({ contents }) => contents.map((record) => (isRecord(record) ? record.id : undefined)))
    await checkIds(endpoint, spread(ids.filter((id): id is string => typeof id === 'string')))
    const unknown = `${path}?no_such_parameter=1`
    if (told(await read(base + unknown)) === null) say('warning', unknown, 'a parameter that does not exist is ignored')
  }

  await checkRoot()
  for (const endpoint of endpoints) await checkList(endpoint)
  return check
}

/** Ten of these, from the first to the last. */
const spread = (ids: string[]) =>
  ids.length <= IDS
    ? ids
    : Array.from({ length: IDS }, (_, n) => ids[Math.round((n * (ids.length - 1)) / (IDS - 1))] ?? '')
