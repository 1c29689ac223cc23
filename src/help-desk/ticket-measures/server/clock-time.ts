import { type RawBuilder, sql } from 'kysely'
import type { WorkingHours } from '../working-hours.ts'
import { workingSpans } from '../working-time.ts'

/** A clock that a statement reads at any moment in a few steps, however many tickets it asks for. */
export interface Clock {
  /** What the statement needs before it, as the body of a `with`. */
  table: RawBuilder<unknown>
  /** The clock's seconds at a moment; only the difference of two means something. */
  at: (moment: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The clock on the wall. */
export const everyHour: Clock = {
  table: sql`clock as (select 1)`,
  at: (moment) => sql`date_part('epoch', ${moment})`,
}

/**
 * The clock that runs while the help desk works: the seconds of all spans before, and those of the one that it is in. It
 * stands still before `from` and after `to`.
 */
export function workingClock(hours: WorkingHours, { from, to }: { from: number; to: number }): Clock {
  // The first stands for all time before, so that every moment lies in or after one.
  const opens = [0]
  // From a moment of a span to the clock's seconds, and the seconds at its end, at which the clock stays until the next.
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
