import { localeOf } from '#platform/schema/locale-of.ts'
import type { ShownFact } from './person-fact.ts'

/** A text of this feature in the reader's language. */
export type SayFact = (key: string, values?: Record<string, unknown>) => string

interface Income {
  amount: number
  per: string
}

/** A fact in the reader's words. */
export function factText({ name, value }: Pick<ShownFact, 'name' | 'value'>, t: SayFact, language: string): string {
  const list = (parts: string[]) =>
    parts.length ? new Intl.ListFormat(localeOf(language)).format(parts) : t('answer.none')
  if (typeof value === 'boolean') return t(value ? 'answer.yes' : 'answer.no')
  if (name === 'income') {
    const { amount, per } = value as Income
    const money = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 2,
    })
    return t(`answer.per.${per}`, { amount: money.format(amount) })
  }
  if (name === 'childrenAges') return list((value as number[]).map(String))
  if (name === 'papers') return list((value as string[]).map((paper) => t(`paper.${paper}`)))
  return String(value)
}
