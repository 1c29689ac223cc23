/** By time zone: to make one takes as long as two short statements. A device can move to another zone, so it has none. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATS = 100

function formatIn(timeZone: string | undefined) {
  const known = formats.get(timeZone ?? '')
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  if (timeZone && formats.size < MOST_FORMATS) formats.set(timeZone, format)
  return format
}

/** Today in this time zone, or the day there at another moment, as `2026-11-23`; without a zone, in that of the device. */
export const dayIn = (timeZone?: string, at = new Date()) => formatIn(timeZone).format(at)
