import { useTranslation } from 'react-i18next'
import type { IncomeRule, ReadRules, RuleName } from '#directory/eligibility/eligibility.ts'

/** No youngest or oldest age is meant by these. */
export const NO_MINIMUM = 0
export const NO_MAXIMUM = 999

/** Each rule of who can get a service in the reader's words; empty if it is none. */
export function useRuleWords() {
  const { t, i18n } = useTranslation('services')
  const listOf = (parts: string[]) => new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(parts)
  const money = (amount: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(
      amount,
    )
  const incomeText = ({ percent, amounts, per }: IncomeRule) => {
    if (percent !== null) return t('rule.percent', { percent })
    if (!amounts.length) return ''
    const said = amounts.map((amount, at) => t('rule.amountOf', { amount: money(amount), count: at + 1 }))
    return t(`rule.amounts.${per}`, { amounts: new Intl.ListFormat(i18n.language).format(said) })
  }
  const ruleText = (rules: { [Name in RuleName]?: ReadRules[Name] | null }, name: RuleName): string => {
    const { minimumAge, maximumAge, income, households, populations, papers } = rules
    if (name === 'minimumAge') return minimumAge ? t('rule.minimumAge', { age: minimumAge }) : ''
    if (name === 'maximumAge')
      return typeof maximumAge === 'number' && maximumAge < NO_MAXIMUM ? t('rule.maximumAge', { age: maximumAge }) : ''
    if (name === 'income') return income ? incomeText(income) : ''
    if (name === 'households')
      return households?.length
        ? t('rule.households', { list: listOf(households.map((one) => t(`rule.household.${one}`))) })
        : ''
    if (name === 'populations')
      return populations?.length
        ? t('rule.populations', { list: listOf(populations.map((one) => t(`rule.population.${one}`))) })
        : ''
    const shown = new Intl.ListFormat(i18n.language).format((papers ?? []).map((one) => t(`rule.paper.${one}`)))
    return shown ? t('rule.papers', { list: shown }) : ''
  }
  return ruleText
}
