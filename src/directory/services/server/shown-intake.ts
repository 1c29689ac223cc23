import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ShownIntake } from '../service-intake.ts'
import { thisInstant } from './directory-clock.ts'

/** The intake status of the service `s`, as `ShownIntake`. @param zone the name of the time zone in which days begin */
export const shownIntake = (
  zone: RawBuilder<unknown>,
) => sql`case when s.intake_status is not null then jsonb_build_object(
  'status', s.intake_status, 'perWeek', s.intake_per_week, 'waitWeeks', s.intake_wait_weeks, 'until', to_char(s.intake_until, 'YYYY-MM-DD'),
  'statedOn', to_char(s.intake_stated_on, 'YYYY-MM-DD'), 'isConfirmed', s.intake_until >= (${thisInstant()} at time zone ${zone})::date) end`

/** Whether the service with this id takes new people, as far as is known today. */
export const takesPeople = (serviceId: RawBuilder<unknown>, timeZone: string) => sql`exists (
  select from service taking where taking.id = ${serviceId} and taking.intake_status in ('open', 'limited', 'waitlist')
    and taking.intake_until >= (${thisInstant()} at time zone ${timeZone})::date)`

/** The intake status of a service; null if nobody said, or there is no such service. */
export async function findIntake(database: Database, id: string, timeZone: string): Promise<ShownIntake | null> {
  const { rows } = await sql<{ intake: ShownIntake | null }>`
    select ${shownIntake(sql.val(timeZone))} as intake from service s where s.id = ${id}`.execute(database)
  return rows[0]?.intake ?? null
}
