import i18next from 'i18next'
import { localeOf } from '#platform/schema/locale-of.ts'

/** A day with its weekday, and a time: "Thursday, December 3, 2026 at 10:00 AM". */
export const appointmentText = (iso: string) =>
  new Intl.DateTimeFormat(localeOf(i18next.language), {
    ...{ dateStyle: 'full', timeStyle: 'short' },
  })
    .format(new Date(iso))
    .replace(/[\u202f\u00a0]/g, ' ')
