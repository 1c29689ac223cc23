import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'

/** A form's checkbox for the terms, with a link to them. */
export function AcceptTerms({ form }: { form: Pick<ContractForm, 'values' | 'errors' | 'set'> }) {
  const { t } = useTranslation('accounts')
  return (
    <Checkbox
      name="acceptedTermsAndConditions"
      checked={Boolean(form.values.acceptedTermsAndConditions)}
      onChange={(e) => form.set('acceptedTermsAndConditions', e.currentTarget.checked)}
      error={form.errors.acceptedTermsAndConditions}
      label={
        <>
          {t('reset.acceptBefore')}{' '}
          <a href={configuration().termsUrl} target="_blank" rel="noopener">
            {t('reset.terms')}
          </a>
        </>
      }
    />
  )
}
