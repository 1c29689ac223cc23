const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string) {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(zone: string, moment: number) {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

/**
 * The first moment of a day in a zone, `after` days later. Where clocks skip midnight it is the first moment there is.
 * @param day yyyy-MM-dd
 */
export function startOfDayAt(day: string, zone: string, after = 0) {
  const local = Date.parse(`${day}T00:00:00Z`) + after * 86_400_000
  const guess = local - offsetAt(zone, local)
  // Where clocks change at midnight the two differ, and the later one is the first moment of the day.
  return Math.max(guess, local - offsetAt(zone, guess))
}

/** The day that a zone's calendars show at a moment, yyyy-MM-dd. */
export const dayAt = (zone: string, moment: number) =>
  new Date(moment + offsetAt(zone, moment)).toISOString().slice(0, 10)

/** A time as a zone's clocks show it, with their distance from UTC: `2026-03-01 14:05:00 -05:00`. */
export function localTimeText(zone: string, iso: string) {
  const moment = Date.parse(iso)
  const offset = offsetAt(zone, moment)
  const minutes = Math.abs(offset) / 60_000
  const distance = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`
  const local = new Date(moment + offset).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${offset < 0 ? '-' : '+'}${distance}`
}

/** Whether a name is one of a time zone that can be chosen. */
export const isTimeZone = (zone: string) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
