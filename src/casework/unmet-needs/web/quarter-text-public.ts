import { localeOf } from '#platform/schema/locale-of.ts'
import { daysOf } from '../unmet-need.ts'

/** `Jul – Sep 2026` */
export function quarterText(quarter: string, language: string) {
  const { start, end } = daysOf(quarter)
  const last = new Date(Date.parse(end) - 86_400_000)
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'short', year: 'numeric', timeZone: 'UTC' })
  // Browsers differ in the width of the spaces.
  return format.formatRange(new Date(start), last).replace(/\s/g, ' ')
}
