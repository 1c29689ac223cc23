import { createReadStream } from 'node:fs'
import { type CsvError, parse } from 'csv-parse'

/** A row of a file by its header's names, or why it could not be read. `line` is where it begins; the header is line 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; reason: string }

const MAX_ROW_BYTES = 2_000_000

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed; the rest of the file could not be read',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark stands inside a quoted cell without being doubled',
  CSV_MAX_RECORD_SIZE: 'the row is too long; the rest of the file could not be read',
}

/**
 * Streams a CSV file in UTF-8, with or without a byte order mark, whatever its line ends. A broken row is told and passed over.
 * @yields the header first, then the rows
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  const broken: { line: number; reason: string }[] = []
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_ROW_BYTES,
      skip_records_with_error: true,
      on_skip: (error: CsvError | undefined) => {
        broken.push({
          line: Number(error?.lines ?? 0),
          reason: reasons[error?.code ?? ''] ?? 'the row is not well-formed CSV',
        })
        return undefined
      },
    }),
  )
  let begins = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = begins
      begins = info.lines + 1
      yield { line: Math.min(line, info.lines), cells: record }
    }
  } catch (error) {
    broken.push({
      line: begins,
      reason: reasons[(error as CsvError).code ?? ''] ?? 'the file could not be read further',
    })
  }
  yield* broken
}
