import type { Hours } from '../service-search.ts'

const time = (clock: string, language: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  // `9 AM` is clear enough; `9` in 24-hour format is not.
  const isShort = minute === 0 && language.startsWith('en')
  return new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: isShort ? undefined : '2-digit',
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(2000, 0, 1, hour % 24, minute)))
}

export const isAllDay = (hours: Hours[]) =>
  hours.length === 1 && hours[0]?.opensAt === '00:00' && ['24:00', '00:00'].includes(hours[0].closesAt)

/** `9 AM – 12 PM, 1 – 5 PM`, in the reader's time format. */
export const formatHours = (hours: Hours[], language: string) =>
  hours.map((h) => `${time(h.opensAt, language)} – ${time(h.closesAt, language)}`).join(', ')

/** A calendar day (yyyy-MM-dd) in the reader's format; independent of time zones. */
export const formatDay = (
  day: string,
  language: string,
  options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' },
) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The reader's local date, yyyy-MM-dd. */
export const today = () => new Intl.DateTimeFormat('en-CA').format(new Date())
