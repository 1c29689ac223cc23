import { useTranslation } from 'react-i18next'
import { useContractForm } from '#platform/web/contract-form.ts'
import { NewConsent } from '../consent.ts'
import { today } from './today.ts'

/** A consent being recorded; the rules that span its fields are the server's, said before sending. */
export function useConsentForm(onSubmit: (consent: NewConsent) => Promise<void>) {
  const { t } = useTranslation('contacts')
  return useContractForm({
    contract: NewConsent,
    texts: 'contacts',
    initial: { scope: '', howGiven: '', givenOn: today(), expiresOn: '', needs: [], recipientIds: [] },
    rules: ({ scope, recipientIds, givenOn, expiresOn }) => ({
      ...(scope === 'organizations' && (recipientIds as string[]).length === 0
        ? { recipientIds: t('message.organization-required') }
        : {}),
      ...(String(givenOn) > today() ? { givenOn: t('message.date-in-future') } : {}),
      ...(expiresOn && String(expiresOn) < String(givenOn) ? { expiresOn: t('message.before-given') } : {}),
    }),
    onSubmit,
  })
}
