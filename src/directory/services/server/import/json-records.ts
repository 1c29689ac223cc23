import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import Assembler from 'stream-json/core/assembler.js'
import { type VerifierError, verifyFile } from 'stream-json/file/verifier.js'
import parser, { type Token } from 'stream-json/parser.js'
import { findEncoding } from './text-encoding.ts'

export type Json = Record<string, unknown>
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const recordsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : isRecord(value) ? [value] : []

/** One outermost record is held in memory as a whole, and no more than that. */
const RECORD_BYTES = 64 * 1024 * 1024
const MOST_LEVELS = 500
const tooLarge = `one record is larger than ${RECORD_BYTES / 1024 / 1024} MB`

/** What cannot be read; `line` is the number of the outermost record, or of its line. */
class BrokenJson extends Error {}

export interface RecordReader {
  /** Receives each outermost record with its number; in a file with one record in each line, its line. */
  take: (record: Json, line: number) => void
  /** Receives what cannot be read. */
  refuse: (line: number, reason: string) => void
  signal?: AbortSignal | undefined
}

/**
 * Reads the outermost records of a JSON file of any size, one after the other: of one record, a list, a page of the API
 * (`contents`), or one record in each line. It must be UTF-8: whoever guesses letters destroys some.
 * @returns whether the file could be read to its end
 */
export async function readRecords(path: string, reader: RecordReader): Promise<boolean> {
  if ((await findEncoding(path, reader.signal)) !== 'UTF-8') {
    reader.refuse(1, 'the file is not in Unicode, as JSON must be; save it again in Unicode')
    return false
  }
  return (await hasRecordPerLine(path)) ? readLines(path, reader) : readTokens(path, reader)
}

/** The lines of a file, without those that are blank. @throws BrokenJson for one that is too long */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string }> {
  let pieces: Buffer[] = []
  let size = 0
  let line = 0
  const end = function* (piece: Buffer) {
    line += 1
    const text = Buffer.concat([...pieces, piece])
      .toString('utf8')
      .replace(/^\ufeff/, '')
    pieces = []
    size = 0
    if (text.trim()) yield { line, text }
  }
  for await (const chunk of stream) {
    let start = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      yield* end(chunk.subarray(start, at))
      start = at + 1
    }
    pieces.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > RECORD_BYTES) throw new BrokenJson(tooLarge)
  }
  yield* end(Buffer.alloc(0))
}

const parsed = (text: string): { value: unknown } | { reason: string } => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { reason: `the line is not JSON: ${(error as Error).message.slice(0, 200)}` }
  }
}

async function hasRecordPerLine(path: string) {
  if (!/\.json$/i.test(path)) return true
  let first = true
  try {
    for await (const { text } of linesOf(createReadStream(path) as AsyncIterable<Buffer>)) {
      if (!first) return true
      first = false
      const read = parsed(text)
      if ('reason' in read || !isRecord(read.value)) return false
    }
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
  }
  return false
}

/** A line that cannot be read does not stop the others. */
async function readLines(path: string, { take, refuse, signal }: RecordReader) {
  let isWhole = true
  let last = 0
  const broken = (line: number, reason: string) => {
    isWhole = false
    refuse(line, reason)
  }
  try {
    const bytes = createReadStream(path, signal ? { signal } : {}) as AsyncIterable<Buffer>
    for await (const { line, text } of linesOf(bytes)) {
      last = line
      const read = parsed(text)
      if ('reason' in read) broken(line, read.reason)
      else for (const record of recordsIn(read.value)) take(record, line)
    }
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    broken(last + 1, `${error.message}; the rest of the file was not read`)
  }
  return isWhole
}

/** Assembles the records of a list one by one. The list itself stays empty. */
function recordAssembler(take: (record: Json) => void) {
  const whole = new Assembler()
  let isPage = false
  let isInPage = false
  return (token: Token) => {
    whole.consume(token)
    const { name } = token
    if (name === 'startObject' || name === 'startArray') {
      if (whole.depth > MOST_LEVELS) throw new BrokenJson('it is nested too deeply')
      // The list of a page: `contents` of the outermost object.
      if (name === 'startArray' && whole.depth === 2 && whole.path[0] === 'contents') isPage = isInPage = true
      return
    }
    if (name !== 'endObject' && name !== 'endArray') return
    const around: unknown = whole.current
    if (whole.done) {
      if (name === 'endObject' && !isPage) take(around as Json)
      isPage = false
    } else if (name === 'endArray' && whole.depth === 1) isInPage = false
    else if (name === 'endObject' && Array.isArray(around) && (whole.depth === 1 || (whole.depth === 2 && isInPage))) {
      const record = around.at(-1) as Json
      around.length = 0
      take(record)
    }
  }
}

interface TokenRun {
  take: (record: Json, number: number) => void
  /** Where to stop, in bytes. */
  end?: number
  signal?: AbortSignal | undefined
}

/** @returns the number of records, and why the file cannot be read further */
async function runTokens(path: string, { take, end, signal }: TokenRun) {
  let records = 0
  let pending = 0
  let isEmpty = true
  const assemble = recordAssembler((record) => {
    records += 1
    pending = 0
    take(record, records)
  })
  const tokens = parser.asStream({ streamValues: false, jsonStreaming: true })
  tokens.on('data', (token: Token) => {
    isEmpty = false
    try {
      assemble(token)
    } catch (error) {
      tokens.destroy(error as Error)
    }
  })
  const bytes = createReadStream(path, end === undefined ? {} : { end })
  bytes.on('data', (chunk) => {
    pending += chunk.length
    if (pending > RECORD_BYTES) bytes.destroy(new BrokenJson(tooLarge))
  })
  try {
    await pipeline(bytes, tokens, { signal })
    return { records, error: isEmpty ? new BrokenJson('it is empty') : null }
  } catch (error) {
    if (signal?.aborted || (error as NodeJS.ErrnoException).syscall) throw error
    return { records, error: error as Error }
  }
}

async function readTokens(path: string, { take, refuse, signal }: RecordReader) {
  const first = await runTokens(path, { take, signal })
  if (!first.error) return true
  // The parser says neither where a file breaks, nor what it read of the same piece before; the verifier knows where.
  const found = await findBreak(path, first.error)
  const takeRest = (record: Json, number: number) => {
    if (number > first.records) take(record, number)
  }
  const { records } = found?.offset ? await runTokens(path, { take: takeRest, end: found.offset - 1, signal }) : first
  const why =
    found?.message.replace(/^ERROR at .*?: (?:\w+ (?:cannot parse input: |has )?)?/, '') ?? first.error.message
  const where = found ? ` at line ${found.line}, character ${found.pos}` : ''
  const before = records ? `; the rest of the file was not read, only the records before (${records})` : ''
  refuse(records + 1, `the file is not JSON: ${why}${where}${before}`)
  return false
}

const findBreak = (path: string, error: Error): Promise<VerifierError | null> =>
  error instanceof BrokenJson
    ? Promise.resolve(null)
    : verifyFile(path, { jsonStreaming: true }).then(
        () => null,
        (found: VerifierError) => found,
      )
