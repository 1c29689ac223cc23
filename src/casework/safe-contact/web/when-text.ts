import i18next from 'i18next'
import type { SafeContact } from '../safe-contact.ts'

const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000
const locale = () => (i18next.language === 'en' ? 'en-US' : i18next.language)

/** A weekday's name. @param day from 1, Monday */
export const weekdayText = (day: number, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY)

const clockText = (time: string) =>
  new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(`2024-01-01T${time}:00Z`),
  )

/** A moment within the next week, on the reader's clock: `Tuesday at 9:00 AM`. */
export const momentText = (moment: number) =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(moment)

/** Safe hours in words, one line for each entry; with the zone's name if the reader's clock differs. */
export function hoursText({ hours, timeZone }: Pick<SafeContact, 'hours' | 'timeZone'>) {
  const list = new Intl.ListFormat(locale(), { type: 'conjunction', style: 'narrow' })
  const isElsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  const zone = isElsewhere ? ` (${timeZone.replaceAll('_', ' ')})` : ''
  return hours.map(
    ({ days, from, to }) =>
      `${list.format(days.map((day) => weekdayText(day, 'short')))}: ${clockText(from)}–${clockText(to)}${zone}`,
  )
}
