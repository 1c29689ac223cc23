import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { HoursCase } from './hours-cases.ts'

/**
 * When something with these hours is open, by another program.
 * @param window the first day, and the one after the last, as `2026-10-20`
 * @returns each span with its day, as its zone names it, and its ends in milliseconds since 1970
 */
export function expectedSpans(
  { rules, zone }: Pick<HoursCase, 'rules'> & { zone: string },
  [first, last]: [string, string],
) {
  return rules.flatMap(({ rule, from = '2026-08-31', opens, closes, except = [] }) => {
    const start = Temporal.PlainDate.from(from).toString().replaceAll('-', '')
    // The rule gives the days; the polyfill's clock gives the times, because a day may lack one.
    const found = new RRuleTemporal({
      rruleString: `DTSTART;TZID=UTC:${start}T000000\nRRULE:${rule.replace(/UNTIL=(\d+T\d+)/, 'UNTIL=$1Z')}`,
    }).between(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`), true)
    return found.flatMap((occurrence) => {
      const day = Temporal.PlainDate.from(occurrence.toPlainDate().toString())
      if (except.includes(day.toString())) return []
      const at = (on: Temporal.PlainDate, time: string) =>
        time === '24:00'
          ? on.add({ days: 1 }).toZonedDateTime(zone)
          : on.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
      const isOvernight = closes <= opens
      return [
        {
          day: day.toString(),
          hours: `${opens}-${closes}`,
          from: at(day, opens).epochMilliseconds,
          to: at(isOvernight ? day.add({ days: 1 }) : day, closes).epochMilliseconds,
        },
      ]
    })
  })
}
