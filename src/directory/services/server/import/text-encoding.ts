import { createReadStream } from 'node:fs'

/** What a file is read as. `broken UTF-8` is UTF-8 of which single letters are damaged. */
export type TextEncoding = 'UTF-8' | 'broken UTF-8' | 'Windows-1252'

/** What is to be said of a file that is not in UTF-8. */
export const encodingDoubts: Record<TextEncoding, string | null> = {
  'UTF-8': null,
  'broken UTF-8': 'the file is not whole Unicode; letters that could not be read stand as \ufffd',
  'Windows-1252':
    'the file is not in Unicode; it was read as Excel on Windows saves Western European letters. If letters are wrong, save it as CSV in Unicode',
}

/** In UTF-16, which the CSV parser knows by its byte order mark. */
const isUtf16 = (start: Buffer) => start[0] === 0xff && start[1] === 0xfe

/**
 * Finds out in which encoding a file is, piece by piece. Excel on Windows saves "CSV (Comma delimited)" in Windows-1252;
 * nearly no word of that is whole in UTF-8 as well.
 */
export async function findEncoding(path: string, signal?: AbortSignal): Promise<TextEncoding> {
  const lenient = new TextDecoder()
  const count = { broken: 0, whole: 0 }
  let strict: TextDecoder | null = new TextDecoder('utf-8', { fatal: true })
  const read = (chunk?: Buffer) => {
    try {
      strict?.decode(chunk, { stream: chunk !== undefined })
    } catch {
      strict = null
    }
    for (const [letter] of lenient.decode(chunk, { stream: chunk !== undefined }).matchAll(/[^\0-\x7f]/gu))
      count[letter === '\ufffd' ? 'broken' : 'whole'] += 1
  }
  let isFirst = true
  for await (const chunk of createReadStream(path, signal ? { signal } : {}) as AsyncIterable<Buffer>) {
    if (isFirst && isUtf16(chunk)) return 'UTF-8'
    isFirst = false
    read(chunk)
  }
  read()
  if (strict) return 'UTF-8'
  return count.broken > count.whole ? 'Windows-1252' : 'broken UTF-8'
}

/** The bytes of a file, or its text if they are not UTF-8. */
export async function* textOf(path: string, encoding: TextEncoding): AsyncGenerator<Buffer | string> {
  const decoder = encoding === 'Windows-1252' ? new TextDecoder('windows-1252') : null
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    yield decoder ? decoder.decode(chunk, { stream: true }) : chunk
}
