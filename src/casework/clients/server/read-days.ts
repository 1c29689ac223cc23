/** PostgreSQL knows no year 0. */
const isDay = (day: string) => {
  const time = new Date(`${day}T00:00:00Z`)
  return !day.startsWith('0000') && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}
const dayOf = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/**
 * The days that a text may mean, as yyyy-MM-dd: `4/3/1980` is April 3 to one reader and March 4 to another. Empty if it
 * is no date.
 */
export function readDays(text: string): string[] {
  const [, year, month, day] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? []
  const [, one, other, written] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? []
  const days = year
    ? [dayOf(year, month, day)]
    : written
      ? [dayOf(written, one, other), dayOf(written, other, one)]
      : []
  return [...new Set(days)].filter(isDay)
}
