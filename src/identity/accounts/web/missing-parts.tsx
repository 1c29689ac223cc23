import { useTranslation } from 'react-i18next'
import { type ContractForm, type Errors, errorText } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import type { ResetForm } from '../password-reset.ts'
import { AcceptTerms } from './accept-terms.tsx'

/** What an account still lacks and must provide with its new password. */
export interface Prompts {
  showSecurityQuestionPrompt: boolean
  showTermsAndConditionsPrompt: boolean
}

/** Each field is required exactly if it is shown. */
export function missingErrors(values: Record<string, unknown>, prompts: Prompts): Errors {
  const needed = errorText('needed', 'accounts')
  return {
    ...(prompts.showSecurityQuestionPrompt && !values.securityQuestion ? { securityQuestion: needed } : {}),
    ...(prompts.showSecurityQuestionPrompt && !String(values.securityQuestionAnswer ?? '').trim()
      ? { securityQuestionAnswer: needed }
      : {}),
    ...(prompts.showSecurityQuestionPrompt && [1, 2].includes(String(values.securityQuestionAnswer ?? '').trim().length)
      ? { securityQuestionAnswer: errorText('answer-too-short', 'accounts') }
      : {}),
    ...(prompts.showTermsAndConditionsPrompt && !values.acceptedTermsAndConditions
      ? { acceptedTermsAndConditions: errorText('terms-needed', 'accounts') }
      : {}),
  }
}

export function MissingParts({ form, prompts }: { form: ContractForm<typeof ResetForm.shape>; prompts: Prompts }) {
  const { t } = useTranslation('accounts')
  return (
    <>
      {prompts.showSecurityQuestionPrompt && (
        <>
          <Field form={form} name="securityQuestion" label={t('reset.questions')} required withAsterisk={false} />
          <Field form={form} name="securityQuestionAnswer" required autoComplete="off" />
        </>
      )}
      {prompts.showTermsAndConditionsPrompt && <AcceptTerms form={form} />}
    </>
  )
}
