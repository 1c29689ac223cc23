const partsOf = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, moment: number) {
  const part = Object.fromEntries(
    partsOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

/** The reader's zone, by the header `Time-Zone`; UTC when it is absent or names none. */
export function readTimeZone(header: string | string[] | undefined) {
  if (header === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: String(header) }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/**
 * The first moment of a day in a zone, `after` days later, in UTC. Where clocks skip midnight it is the first moment there is.
 * @param day yyyy-MM-dd
 */
export function startOfDay(day: string, zone: string, after = 0): string {
  // No ticket is outside of these years, and no calendar of ours reaches further.
  const within = day < '1900-01-01' ? '1900-01-01' : day > '9000-01-01' ? '9000-01-01' : day
  const local = Date.parse(`${within}T00:00:00Z`) + after * 86_400_000
  const guess = local - offsetAt(zone, local)
  // Where clocks change at midnight the two differ, and the later one is the first moment of the day.
  const second = local - offsetAt(zone, guess)
  return new Date(Math.max(guess, second)).toISOString()
}
