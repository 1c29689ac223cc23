import { useTranslation } from 'react-i18next'
import { NO_MAXIMUM, NO_MINIMUM } from '#directory/eligibility/eligibility.ts'
import { ruleWords } from '../rule-words.ts'

/** Each rule of who can get a service in the reader's words; empty if it is none. */
export function useRuleWords() {
  const { t, i18n } = useTranslation('services')
  return ruleWords(t, i18n.language)
}

/** The ages in the reader's words; empty if there are none. */
export function useAgesText() {
  const { t } = useTranslation('services')
  return (service: { minimumAge: number | null; maximumAge: number | null }) => {
    const minimumAge = service.minimumAge === NO_MINIMUM ? null : service.minimumAge
    const maximumAge = service.maximumAge === NO_MAXIMUM ? null : service.maximumAge
    if (minimumAge !== null && maximumAge !== null) return t('service.ages', { from: minimumAge, to: maximumAge })
    if (minimumAge !== null) return t('service.agesFrom', { from: minimumAge })
    return maximumAge === null ? '' : t('service.agesTo', { to: maximumAge })
  }
}
