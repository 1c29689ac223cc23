import { localeOf } from '#platform/schema/locale-of.ts'

/** A day in the reader's format: MM/DD/YYYY in English. */
export const showDay = (timestamp: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(timestamp))
