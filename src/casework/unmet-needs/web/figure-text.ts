import type { TFunction } from 'i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Figure } from '../unmet-need.ts'

/** `37` if exact, `≈ 33` if rounded, `0–10` if nothing was left after rounding. */
export function figureText(figure: Figure, t: TFunction, language: string) {
  const { count, lowest, highest } = figure
  const say = (number: number) => number.toLocaleString(localeOf(language))
  if (lowest === highest) return say(count)
  return lowest === count
    ? t('unmet-needs:range', { lowest: say(lowest), highest: say(highest) })
    : aboutText(figure, t, language)
}

/** For a sum of so many figures that its bounds say little. */
export const aboutText = ({ count, lowest, highest }: Figure, t: TFunction, language: string) =>
  lowest === highest
    ? count.toLocaleString(localeOf(language))
    : t('unmet-needs:about', { figure: count.toLocaleString(localeOf(language)) })
