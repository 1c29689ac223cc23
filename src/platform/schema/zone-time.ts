import { Temporal } from 'temporal-polyfill'

const zonedTime = (zone: string, moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)

/**
 * The first moment of a day in a zone, `after` days later, in milliseconds since 1970, even if a clock change skips
 * midnight.
 * @param day yyyy-MM-dd
 */
export const startOfDayAt = (day: string, zone: string, after = 0) =>
  Temporal.PlainDate.from(day).add({ days: after }).toZonedDateTime(zone).epochMilliseconds

/** The calendar day in a zone at a moment, yyyy-MM-dd. */
export const dayAt = (zone: string, moment: number) => zonedTime(zone, moment).toPlainDate().toString()

/** A time in a zone, with its UTC offset: `2026-03-01 14:05:00 -05:00`. */
export function localTimeText(zone: string, iso: string) {
  const time = zonedTime(zone, Date.parse(iso))
  return `${time.toPlainDate()} ${time.toPlainTime().toString({ smallestUnit: 'second' })} ${time.offset}`
}

/** The parts of a time range in which a zone has a constant UTC offset; all in milliseconds. */
export function steadyParts(zone: string, { from, to }: { from: number; to: number }) {
  const parts: { from: number; to: number; offset: number }[] = []
  let time = zonedTime(zone, from)
  for (;;) {
    const change = time.getTimeZoneTransition('next')
    const part = { from: time.epochMilliseconds, offset: time.offsetNanoseconds / 1e6 }
    if (!change || change.epochMilliseconds >= to) return [...parts, { ...part, to }]
    parts.push({ ...part, to: change.epochMilliseconds })
    time = change
  }
}
