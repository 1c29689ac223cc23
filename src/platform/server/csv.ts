import { stringify } from 'csv-stringify/sync'

/** At the start of a file, so that spreadsheets detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

const formula = /^[\s\u00a0]*[=+\-@\t\r\n|%＝＋－＠]/u

/**
 * Adds an apostrophe to values that a spreadsheet would interpret as a formula, also after whitespace, and also with the
 * full-width signs that some spreadsheets accept. The library's `escape_formulas` covers fewer signs, and no whitespace.
 */
const safeCell = (value: string) => (formula.test(value) ? `'${value}` : value)

/** Rows in the format of RFC 4180. One call for many rows is three times faster than a call per row. */
export const csvLines = (rows: string[][]) =>
  stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows', quoted_match: /[\r\n\t';]|^\s|\s$/ },
  )
