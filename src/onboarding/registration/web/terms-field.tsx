import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'

interface TermsFieldProps {
  isAccepted: boolean
  error: string | undefined
  onChange: (isAccepted: boolean) => void
}

/** The checkbox for the terms, with a link to them. */
export function TermsField({ isAccepted, error, onChange }: TermsFieldProps) {
  const { t } = useTranslation('registration')
  return (
    <Checkbox
      name="acceptedTermsAndConditions"
      size="md"
      checked={isAccepted}
      error={error}
      aria-required
      onChange={(e) => onChange(e.currentTarget.checked)}
      label={
        <>
          {t('organization.termsBefore')}{' '}
          <a href={configuration().termsUrl} target="_blank" rel="noopener noreferrer" title={t('organization.newTab')}>
            {t('organization.termsLink')}
          </a>
        </>
      }
    />
  )
}
