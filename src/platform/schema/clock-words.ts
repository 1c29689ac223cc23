import { localeOf } from './locale-of.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
/** A format in UTC, made once. To create one takes far longer than to use it, and a week of hours uses dozens. */
export function formatOf(language: string, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format
}

/** A weekday's name. @param day from 1, Monday */
export const weekdayName = (day: number, language: string, weekday: 'short' | 'long' = 'long') =>
  formatOf(language, { weekday }).format(Date.UTC(2024, 0, day))

/** A time of day in words: `9:00 AM`, `9:00 a.m.`. @param clock as `09:00`; `24:00` is midnight */
export function clockText(clock: string, language: string) {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return formatOf(language, { hour: 'numeric', minute: '2-digit' }).format(Date.UTC(2000, 0, 1, hour % 24, minute))
}

/** The same, short: `9 AM`, `9:30 AM`; in Spanish `9 a.m.`. */
export function clockWords(clock: string, language: string) {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  if (minute) return clockText(clock, language)
  return formatOf(language, { hour: 'numeric' }).format(Date.UTC(2000, 0, 1, hour % 24))
}

/**
 * Corrects a Spanish sentence into which a time was put: one o'clock is singular ("a la 1 p.m."), and the abbreviation's
 * period also ends the sentence. Other sentences stay.
 */
export const correctTimesIn = (sentence: string) =>
  sentence.replace(/\blas (1(?::\d\d)?\s[ap]\.)/g, 'la $1').replace(/([ap]\.\s?m\.)\.(?!\.)/g, '$1')
