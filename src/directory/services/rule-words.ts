import { type IncomeRule, NO_MAXIMUM, type ReadRules, type RuleName } from '#directory/eligibility/eligibility.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Say } from './reach-words.ts'

/** Gives each rule of who can get a service in the reader's words; empty if it is none. */
export function ruleWords(say: Say, language: string) {
  const listOf = (parts: string[]) => new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(parts)
  const money = (amount: number) =>
    new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(
      amount,
    )
  const incomeText = ({ percent, amounts, per }: IncomeRule) => {
    if (percent) return say('rule.percent', { percent })
    // While it is typed, a rule may have gaps.
    const said = amounts.flatMap((amount, at) =>
      amount ? [say('rule.amountOf', { amount: money(amount), count: at + 1 })] : [],
    )
    if (!said.length) return ''
    return say(`rule.amounts.${per}`, { amounts: new Intl.ListFormat(localeOf(language)).format(said) })
  }
  return (rules: { [Name in RuleName]?: ReadRules[Name] | null }, name: RuleName): string => {
    const { minimumAge, maximumAge, income, households, populations, papers } = rules
    if (name === 'minimumAge') return minimumAge ? say('rule.minimumAge', { age: minimumAge }) : ''
    if (name === 'maximumAge')
      return typeof maximumAge === 'number' && maximumAge < NO_MAXIMUM
        ? say('rule.maximumAge', { age: maximumAge })
        : ''
    if (name === 'income') return income ? incomeText(income) : ''
    if (name === 'households')
      return households?.length
        ? say('rule.households', { list: listOf(households.map((one) => say(`rule.household.${one}`, {}))) })
        : ''
    if (name === 'populations')
      return populations?.length
        ? say('rule.populations', { list: listOf(populations.map((one) => say(`rule.population.${one}`, {}))) })
        : ''
    const shown = new Intl.ListFormat(localeOf(language)).format(
      (papers ?? []).map((one) => say(`rule.paper.${one}`, {})),
    )
    return shown ? say('rule.papers', { list: shown }) : ''
  }
}
