import { startOfDayAt } from '#platform/schema/zone-time.ts'

/**
 * The first moment of a day in a zone, `after` days later, in UTC.
 * @param day yyyy-MM-dd
 */
export function startOfDay(day: string, zone: string, after = 0): string {
  // No ticket is outside these years, and calendar libraries do not support more.
  const within = day < '1900-01-01' ? '1900-01-01' : day > '9000-01-01' ? '9000-01-01' : day
  return new Date(startOfDayAt(within, zone, after)).toISOString()
}
