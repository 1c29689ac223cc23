import type { Generated } from 'kysely'
import { z } from 'zod'
import { Day } from '#platform/schema/fields.ts'
import { isTimeZone } from '#platform/schema/time-zone.ts'

export const MOST_HOLIDAYS = 100
/** Monday to Sunday, numbered as in ISO 8601. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'clock-time' })
const sorted = <Item>(items: Item[]) => [...new Set(items)].sort()

/** The help desk's working hours, as stored. */
export const WorkingHoursRow = z.object({
  onlyRow: z.boolean(),
  days: z.array(z.number().int().min(1).max(7)).min(1, { error: 'a-day-needed' }).max(7).overwrite(sorted),
  opensAt: ClockTime,
  closesAt: ClockTime,
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'time-zone' }),
  keepsFederalHolidays: z.boolean(),
  holidays: z.array(Day).max(MOST_HOLIDAYS).overwrite(sorted),
  version: z.number().int(),
  changedOn: z.iso.datetime(),
})

/** Version 0 is the default until they are set. */
export const WorkingHours = WorkingHoursRow.omit({ onlyRow: true, changedOn: true })
export type WorkingHours = z.infer<typeof WorkingHours>

export const WorkingHoursChange = WorkingHours.refine(({ opensAt, closesAt }) => closesAt > opensAt, {
  path: ['closesAt'],
  error: 'closes-before-opening',
})

/** Mondays to Fridays, 9 to 17. */
export const usualHours = (timeZone: string): WorkingHours => ({
  days: [1, 2, 3, 4, 5],
  opensAt: '09:00',
  closesAt: '17:00',
  timeZone,
  keepsFederalHolidays: true,
  holidays: [],
  version: 0,
})

declare module '#platform/server/database.ts' {
  interface Tables {
    workingHours: Omit<z.infer<typeof WorkingHoursRow>, 'onlyRow' | 'changedOn' | 'version'> & {
      onlyRow: Generated<boolean>
      version: Generated<number>
      changedOn: Generated<string>
    }
  }
}
