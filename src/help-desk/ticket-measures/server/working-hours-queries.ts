import type { Database } from '#platform/server/database.ts'
import { usualHours, type WorkingHours } from '../working-hours.ts'

const columns = ['days', 'opensAt', 'closesAt', 'timeZone', 'keepsFederalHolidays', 'holidays', 'version'] as const

/** The current working hours. */
export const findWorkingHours = async (database: Database, timeZone: string): Promise<WorkingHours> =>
  (await database.selectFrom('workingHours').select(columns).executeTakeFirst()) ?? usualHours(timeZone)

/** Undefined if they were changed meanwhile. */
export const updateWorkingHours = (
  database: Database,
  { version, ...hours }: WorkingHours,
): Promise<WorkingHours | undefined> =>
  version === 0
    ? database
        .insertInto('workingHours')
        .values(hours)
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
    : database
        .updateTable('workingHours')
        .set({ ...hours, version: version + 1, changedOn: new Date().toISOString() })
        .where('version', '=', version)
        .returning(columns)
        .executeTakeFirst()
