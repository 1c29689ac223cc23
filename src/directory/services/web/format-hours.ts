import type { TFunction } from 'i18next'
import { clockWords } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { portalDay } from '#platform/web/portal-day.ts'
import type { Hours } from '../service-search.ts'

export const isAllDay = (hours: Hours[]) =>
  hours.length === 1 && hours[0]?.opensAt === '00:00' && ['24:00', '00:00'].includes(hours[0].closesAt)

/** `9 AM – 12 PM, 1 – 5 PM`, in the reader's time format. */
export const formatHours = (hours: Hours[], language: string) =>
  hours.map((h) => `${clockWords(h.opensAt, language)} – ${clockWords(h.closesAt, language)}`).join(', ')

/** Until when it stays open of what began on the day before. */
export const openUntilWords = (time: string, t: TFunction<'services'>, { language }: { language: string }) =>
  t('service.openUntil', { time: clockWords(time, language) })

/** A calendar day (yyyy-MM-dd) in the reader's format; independent of time zones. */
export const formatDay = (
  day: string,
  language: string,
  options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' },
) => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Today in the portal's time zone, yyyy-MM-dd, as its calls check it; the reader may be in another one. */
export const today = () => portalDay(new Date())
