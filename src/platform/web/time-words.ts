import i18next from 'i18next'
import { localeOf } from '#platform/schema/locale-of.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const relative = () => new Intl.RelativeTimeFormat(localeOf(i18next.language), { numeric: 'auto' })
const sized = (seconds: number): [number, Intl.RelativeTimeFormatUnit] =>
  Math.abs(seconds) < hour
    ? [Math.round(seconds / minute), 'minute']
    : Math.abs(seconds) < day
      ? [Math.round(seconds / hour), 'hour']
      : [Math.round(seconds / day), 'day']

const dayFormats = new Map<string, Intl.DateTimeFormat>()
/** Creating a format costs a hundred times as much as using it, and a long list uses it in every row. */
function dayFormat(language: string, timeZone: 'UTC' | undefined) {
  const key = `${language} ${timeZone}`
  const known = dayFormats.get(key)
  if (known) return known
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const
  const made = new Intl.DateTimeFormat(localeOf(language), options)
  dayFormats.set(key, made)
  return made
}

/** A day in the reader's format: MM/dd/yyyy in English, dd/MM/yyyy in Spanish. @param iso yyyy-MM-dd, or a time in UTC */
export const dayText = (iso: string) =>
  dayFormat(i18next.language, iso.length === 10 ? 'UTC' : undefined).format(new Date(iso))

/** A time in relative words within a week ("20 minutes ago"), otherwise a date. */
export function timeInWords(iso: string, now = Date.now()) {
  const seconds = (Date.parse(iso) - now) / 1000
  if (Math.abs(seconds) < minute) return i18next.t('platform:time.justNow')
  return Math.abs(seconds) < 7 * day ? relative().format(...sized(seconds)) : dayText(iso)
}

/** A moment: within a week with its weekday ("Tue 2:02 PM"), otherwise with its date. */
export function momentText(iso: string, now = Date.now()) {
  const isRecent = now - Date.parse(iso) < 6 * day * 1000
  const when: Intl.DateTimeFormatOptions = isRecent ? { weekday: 'short' } : { dateStyle: 'short' }
  const time: Intl.DateTimeFormatOptions = isRecent ? { hour: 'numeric', minute: '2-digit' } : { timeStyle: 'short' }
  return new Intl.DateTimeFormat(localeOf(i18next.language), { ...when, ...time })
    .format(new Date(iso))
    .replace(/ | /g, ' ')
}

/** A time of day: "2:05 PM". @param iso a time in UTC */
export const timeText = (iso: string) =>
  new Intl.DateTimeFormat(localeOf(i18next.language), { timeStyle: 'short' }).format(new Date(iso))

/** A duration: "14 minutes". */
export function spanInWords(from: string, to: string) {
  const [count, unit] = sized((Date.parse(to) - Date.parse(from)) / 1000)
  return new Intl.NumberFormat(localeOf(i18next.language), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, count),
  )
}

/** The age in years for a birth date. */
export function ageOf(birthDate: string, now = new Date()) {
  const [year = 0, month = 1, date = 1] = birthDate.split('-').map(Number)
  const hadBirthday = now.getMonth() + 1 > month || (now.getMonth() + 1 === month && now.getDate() >= date)
  return now.getFullYear() - year - (hadBirthday ? 0 : 1)
}
