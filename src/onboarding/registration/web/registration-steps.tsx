import { useTranslation } from 'react-i18next'
import type { Errors } from '#platform/web/contract-form.ts'
import { stepFields } from './registration-form.ts'
import classes from './registration-steps.module.css'

interface RegistrationStepsProps {
  step: number
  errors: Errors
  onChoose: (step: number) => void
}

/** The two steps, which can be opened in any order; one with errors says so in words. */
export function RegistrationSteps({ step, errors, onChoose }: RegistrationStepsProps) {
  const { t } = useTranslation('registration')
  const titles = [t('organization.yourInformation'), t('organization.organizationInformation')]
  const hasErrors = (index: number) => Object.keys(errors).some((path) => stepFields[index]?.includes(path))
  return (
    <nav aria-label={t('organization.steps')}>
      <ol className={classes.steps}>
        {titles.map((title, index) => (
          <li key={title}>
            <button
              type="button"
              className={classes.step}
              aria-current={step === index ? 'step' : undefined}
              onClick={() => onChoose(index)}
            >
              <span className={classes.number} aria-hidden="true">
                {index + 1}
              </span>
              <span>
                {title}
                {hasErrors(index) && <span className={classes.errors}> · {t('organization.hasErrors')}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
