import { dayIn } from '#platform/schema/day-in.ts'
import { configuration } from './configuration.ts'

/** The day of a moment in the portal's time zone, yyyy-MM-dd, as its calls count it; the reader may be in another one. */
export const portalDay = (moment: Date) => dayIn(configuration().timeZone, moment)
