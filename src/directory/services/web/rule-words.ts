import { useTranslation } from 'react-i18next'
import { ruleWords } from '../rule-words.ts'

/** Each rule of who can get a service in the reader's words; empty if it is none. */
export function useRuleWords() {
  const { t, i18n } = useTranslation('services')
  return ruleWords(t, i18n.language)
}
