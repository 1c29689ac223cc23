/** Today in this time zone, or the day there at another moment, as `2026-11-23`; without a zone, in that of the device. */
export const dayIn = (timeZone?: string, at = new Date()) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
