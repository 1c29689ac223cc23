/** A file begins with it, so that spreadsheets read its letters right. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A field as RFC 4180 has it. What a spreadsheet would take for a formula gets an apostrophe before it, also behind
 * blanks, and behind the full-width signs that some of them read alike.
 */
export function csvField(value: string) {
  const safe = /^[\s\u00a0]*[=+\-@\t\r\n|%＝＋－＠]/u.test(value) ? `'${value}` : value
  return /[",\r\n\t';]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (values: string[]) => `${values.map(csvField).join(',')}\r\n`
