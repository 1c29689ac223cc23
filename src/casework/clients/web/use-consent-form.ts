import { useTranslation } from 'react-i18next'
import { useContractForm } from '#platform/web/contract-form.ts'
import { today } from '#platform/web/today.ts'
import { NewConsent } from '../consent.ts'
import { proofGap, whyNotGivenOn } from '../consent-policy.ts'

interface Beginning {
  birthDate?: string | null
  /** Of the person. */
  language?: 'en' | 'es'
  initial?: Record<string, unknown> | undefined
}

/** The form for a new consent; checks the server's rules across fields before sending. */
export function useConsentForm(
  onSubmit: (consent: NewConsent) => Promise<void>,
  { birthDate = null, language = 'en', initial }: Beginning = {},
) {
  const { t } = useTranslation('clients')
  const givenOnError = (givenOn: string, howGiven: string): Record<string, string> => {
    const wrong = givenOn > today() ? 'date-in-future' : whyNotGivenOn({ givenOn, howGiven }, birthDate)
    return givenOn && wrong ? { givenOn: t(`message.${wrong}`) } : {}
  }
  const proofError = (consent: NewConsent): Record<string, string> => {
    if (!consent.howGiven) return {}
    if (!consent.textId) return { textId: t('message.text-missing') }
    const gap = proofGap(consent)
    return gap ? { [gap.path]: t(`message.${gap.message}`) } : {}
  }
  return useContractForm({
    contract: NewConsent,
    texts: 'clients',
    initial: {
      ...{ scope: '', howGiven: '', givenOn: today(), expiresOn: '', needs: [], recipientIds: [] },
      ...{ textId: '', language, witnessName: '', signedName: '', fileId: null },
      ...initial,
    },
    rules: ({ scope, recipientIds, givenOn, howGiven, expiresOn, ...proof }) => ({
      ...proofError({ howGiven, ...proof } as NewConsent),
      ...(scope === 'organizations' && (recipientIds as string[]).length === 0
        ? { recipientIds: t('message.organization-required') }
        : {}),
      ...givenOnError(String(givenOn), String(howGiven)),
      ...(expiresOn && String(expiresOn) < String(givenOn) ? { expiresOn: t('message.before-given') } : {}),
    }),
    onSubmit,
  })
}
