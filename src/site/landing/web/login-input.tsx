import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './login-form.module.css'

interface LoginInputProps {
  name: string
  type: string
  label: string
  error: string | undefined
  autoComplete: string
  /** The ID of another element that describes the field. */
  describedBy?: string | undefined
  children?: ReactNode
}

/** A labeled field of the sign-in form, which does not use the component library. */
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

/** The password field, with a button to show the password. */
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
