import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fit, FitReason, Verdict } from '#directory/eligibility/fit.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import { sayAreas } from '../reach-words.ts'
import classes from './directory.module.css'
import { useAgesText, useRuleWords } from './rule-words.ts'

const looks: Record<Verdict, { tone: ChipTone; Icon: ComponentType<{ 'aria-hidden': boolean }> }> = {
  fits: { tone: 'leaf', Icon: IconCircleCheck },
  'may-fit': { tone: 'amber', Icon: IconHelpCircle },
  'does-not-fit': { tone: 'ember', Icon: IconCircleX },
}
/** The reasons that decide a verdict. */
const deciding: Record<Verdict, boolean | null> = { fits: true, 'may-fit': null, 'does-not-fit': false }

/** Whether a service fits the person, and why. */
export function FitLine({ fit }: { fit: Fit }) {
  const { t } = useTranslation('services')
  const reasonText = useReasonText(fit)
  const { tone, Icon } = looks[fit.verdict]
  const reasons = fit.reasons.filter(({ holds }) => holds === deciding[fit.verdict]).map(reasonText)
  const { language } = fit
  const spoken = language
    ? [t(language.isNamed ? 'fit.speaks' : 'fit.notNamed', { language: languageText(language.code) })]
    : []
  return (
    <p className={classes.fit}>
      <StatusChip tone={tone} icon={<Icon aria-hidden />}>
        {t(`fit.${fit.verdict}`)}
      </StatusChip>
      <span>{[...(reasons.length > 0 ? reasons : [t('fit.noRules')]), ...spoken].join(' · ')}</span>
    </p>
  )
}

/** A reason in the reader's words: the rule, and why it is not known whether it holds. */
function useReasonText({ rules }: Fit) {
  const { t, i18n } = useTranslation('services')
  const ruleText = useRuleWords()
  const agesText = useAgesText()
  const listOf = (words: string[]) => new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' }).format(words)
  const known = rules.areas.length ? [sayAreas(rules, t, i18n.language)] : []
  const wordsOf = (rule: FitReason['rule']) => {
    if (rule === 'ages') return agesText(rules)
    if (rule === 'area') return t('fit.area', { areas: listOf([...known, ...rules.unreadAreas]) })
    return rule === 'words' || rule === 'nothing' ? t(`fit.${rule}`) : ruleText(rules, rule)
  }
  return ({ rule, doubt, missing }: FitReason) => {
    const words = wordsOf(rule)
    if (doubt === null || rule === 'words' || rule === 'nothing') return words
    const facts = listOf(missing.map((fact) => t(`fit.fact.${fact}`)))
    return `${words} (${doubt === 'unknown' ? t('fit.unknown', { facts }) : t(`fit.doubt.${doubt}`)})`
  }
}
