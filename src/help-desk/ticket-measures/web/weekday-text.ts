import i18next from 'i18next'

const MONDAY = Date.UTC(2024, 0, 1)

/** A weekday's name. @param day from 1, Monday */
export const weekdayText = (day: number, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat(i18next.language, { weekday, timeZone: 'UTC' }).format(MONDAY + (day - 1) * 86_400_000)
