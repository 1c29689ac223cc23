import { useTranslation } from 'react-i18next'
import { quarterText } from '#casework/unmet-needs/web/quarter-text-public.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { NetworkValue, NetworkWords } from '../network-tables.ts'

/** How the parts of the report and its numbers are written in the reader's language. */
export function useNetworkWords() {
  const { t, i18n } = useTranslation(['network-report', 'needs'])
  const { language } = i18n
  const words: NetworkWords = {
    t,
    needName: (need) => t(`needs:${need}`),
    quarterName: (quarter) => quarterText(quarter, language),
  }
  /** `≈ 33`, `0–10` if nothing was left after rounding, or `≈ 45%`. */
  const say = (value: NetworkValue) => {
    if (value === null) return t('noValue')
    if (typeof value === 'number')
      return t('about', {
        figure: value.toLocaleString(localeOf(language), { style: 'percent', maximumFractionDigits: 0 }),
      })
    const { count, margin } = value
    return count === 0 && margin !== null
      ? t('range', { highest: margin.toLocaleString(localeOf(language)) })
      : t('about', { figure: count.toLocaleString(localeOf(language)) })
  }
  return { t, words, say, language }
}
