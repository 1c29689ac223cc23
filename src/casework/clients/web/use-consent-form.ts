import { useTranslation } from 'react-i18next'
import { useContractForm } from '#platform/web/contract-form.ts'
import { NewConsent } from '../consent.ts'
import { whyNotGivenOn } from '../consent-policy.ts'
import { today } from './today.ts'

/** The form for a new consent; checks the server's rules across fields before sending. */
export function useConsentForm(
  onSubmit: (consent: NewConsent) => Promise<void>,
  { birthDate = null, initial }: { birthDate?: string | null; initial?: Record<string, unknown> | undefined } = {},
) {
  const { t } = useTranslation('clients')
  const givenOnError = (givenOn: string, howGiven: string): Record<string, string> => {
    const wrong = givenOn > today() ? 'date-in-future' : whyNotGivenOn({ givenOn, howGiven }, birthDate)
    return givenOn && wrong ? { givenOn: t(`message.${wrong}`) } : {}
  }
  return useContractForm({
    contract: NewConsent,
    texts: 'clients',
    initial: initial ?? { scope: '', howGiven: '', givenOn: today(), expiresOn: '', needs: [], recipientIds: [] },
    rules: ({ scope, recipientIds, givenOn, howGiven, expiresOn }) => ({
      ...(scope === 'organizations' && (recipientIds as string[]).length === 0
        ? { recipientIds: t('message.organization-required') }
        : {}),
      ...givenOnError(String(givenOn), String(howGiven)),
      ...(expiresOn && String(expiresOn) < String(givenOn) ? { expiresOn: t('message.before-given') } : {}),
    }),
    onSubmit,
  })
}
