import { localeOf } from '#platform/schema/locale-of.ts'
/** The reader's time zone, from the header `Time-Zone`; UTC if it is missing or invalid. */
export function readTimeZone(header: string | string[] | undefined) {
  if (header === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat(localeOf('en'), { timeZone: String(header) }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
