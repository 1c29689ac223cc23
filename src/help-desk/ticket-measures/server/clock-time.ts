import { type RawBuilder, sql } from 'kysely'
import type { WorkingHours } from '../working-hours.ts'
import { workingSpans } from '../working-time.ts'

/** A clock that SQL can read at any moment in a few steps, for any number of tickets. */
export interface Clock {
  /** A definition that the statement needs in its `with`. */
  table: RawBuilder<unknown>
  /** The clock's seconds at a moment; only differences are meaningful. */
  at: (moment: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** A clock that never stops. */
export const everyHour: Clock = {
  table: sql`clock as (select 1)`,
  at: (moment) => sql`date_part('epoch', ${moment})`,
}

/**
 * A clock that runs during working hours: the seconds of all earlier spans, plus those of the current one. It stands
 * still before `from` and after `to`.
 */
export function workingClock(hours: WorkingHours, { from, to }: { from: number; to: number }): Clock {
  // The first entry covers all earlier time, so that every moment is in or after a span.
  const opens = [0]
  // Converts a moment in a span to the clock's seconds, with the seconds at the span's end, where the clock stops until
  // the next one.
  const shifts = [0]
  const ends = [0]
  let sum = 0
  for (const span of workingSpans(hours, { from, to })) {
    opens.push(span.from / 1000)
    shifts.push(sum - span.from / 1000)
    sum += (span.to - span.from) / 1000
    ends.push(sum)
  }
  return {
    table: sql`clock as materialized (
      select ${opens}::float8[] as opens, ${shifts}::float8[] as shifts, ${ends}::float8[] as ends)`,
    at: (moment) => {
      const second = sql`date_part('epoch', ${moment})`
      const span = sql`width_bucket(${second}, (select opens from clock))`
      return sql`least(${second} + (select shifts from clock)[${span}], (select ends from clock)[${span}])`
    },
  }
}
