import i18next from 'i18next'
import { clockText, weekdayName } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { SafeContact } from '../safe-contact.ts'

/** A moment within the next week, on the reader's clock: `Tuesday at 9:00 AM`. */
export const momentText = (moment: number) =>
  new Intl.DateTimeFormat(localeOf(i18next.language), { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(
    moment,
  )

/** Safe hours in words, one line for each entry; with the zone's name if the reader's clock differs. */
export function hoursText({ hours, timeZone }: Pick<SafeContact, 'hours' | 'timeZone'>) {
  const { language } = i18next
  const list = new Intl.ListFormat(localeOf(language), { type: 'conjunction', style: 'narrow' })
  const isElsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  const zone = isElsewhere ? ` (${timeZone.replaceAll('_', ' ')})` : ''
  return hours.map(({ days, from, to }) => {
    const named = list.format(days.map((day) => weekdayName(day, language, 'short')))
    return `${named}: ${clockText(from, language)}–${clockText(to, language)}${zone}`
  })
}
