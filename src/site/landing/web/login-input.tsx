import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './login-form.module.css'

interface LoginInputProps {
  name: string
  type: string
  label: string
  error: string | undefined
  autoComplete: string
  /** What else says something about the field, by its identifier. */
  describedBy?: string | undefined
  children?: ReactNode
}

/** A labelled field of the sign-in form, which does without the component library. */
export function LoginInput({ name, type, label, error, autoComplete, describedBy, children }: LoginInputProps) {
  const described = [error && `${name}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        aria-invalid={Boolean(error)}
        aria-describedby={described || undefined}
      />
      {children}
      {error && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The password, which its writer may look at. */
export function PasswordLoginInput(props: Omit<LoginInputProps, 'type' | 'children'>) {
  const { t } = useTranslation('landing')
  const [isShown, setShown] = useState(false)
  return (
    <LoginInput {...props} type={isShown ? 'text' : 'password'}>
      <button type="button" className={classes.show} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {t('showPassword')}
      </button>
    </LoginInput>
  )
}
