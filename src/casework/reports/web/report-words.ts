import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import type { Figure, ReportTable, ReportWords } from '../report-tables.ts'

const DAY = 1440
const WHOLE_HOURS = 60

/** How the parts of a report and its numbers are written in the reader's language. */
export function useReportWords() {
  const { t, i18n } = useTranslation(['reports', 'needs'])
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: digits }).format(value)
  const words: ReportWords = {
    t,
    needName: (need) => t(`needs:${need}`),
    languageName: languageText,
    monthName: (day) =>
      new Intl.DateTimeFormat(localeOf(i18n.language), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(day),
      ),
  }
  const duration = (minutes: number) => {
    if (minutes < WHOLE_HOURS) return t('duration.minutes', { value: number(minutes) })
    if (minutes < DAY) return t('duration.hours', { value: number(minutes / 60, 1) })
    const days = Math.round((minutes / DAY) * 10) / 10
    return t('duration.days', { count: days, value: number(days, 1) })
  }
  const say = (value: number | null, unit: Figure['unit'] | ReportTable['columns'][number]['unit']) => {
    if (value === null) return t('noValue')
    if (unit === 'share')
      return new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 0 }).format(
        value,
      )
    if (unit === 'time') return duration(value)
    return number(value, unit === 'ratio' ? 1 : 0)
  }
  /** How a number differs from the one before; null without one of them. */
  const change = ({ value, before, unit }: Figure) => {
    if (value === null || before === null) return null
    const points = unit === 'share'
    const difference = points ? Math.round(value * 100) - Math.round(before * 100) : value - before
    if (difference === 0) return t('change.none')
    const size = points ? number(Math.abs(difference)) : say(Math.abs(difference), unit)
    const way = difference > 0 ? 'up' : 'down'
    return points ? t(`points.${way}`, { value: size }) : t(`change.${way}`, { value: size })
  }
  return { t, words, say, change, language: i18n.language }
}
