import { configuration } from './configuration.ts'

/** The day of a moment in the portal's time zone, yyyy-MM-dd, as its calls count it; the reader may be in another one. */
export const portalDay = (moment: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: configuration().timeZone }).format(moment)
