import { type ComponentType, type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { ActionButton } from '#ui/action.tsx'
import classes from './login-form.module.css'

interface LoggedIn {
  forcePasswordReset: boolean
  redirectUrl: string
  mfaRequired: boolean
}
type Fields = { email?: string; password?: string }

// The browser's own check of an address: the front page carries no validation library.
const isEmail = (input: HTMLInputElement) =>
  input.value.trim() !== '' && input.validity.valid && /@[^@]+\.[^@]+$/.test(input.value.trim())

const failureText = (error: unknown) => {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 406) return 'notActive'
  if (status === 403) return 'notVerified'
  return 'failed'
}

const Captcha = lazy(async () => ({
  default: (await import('#platform/web/captcha.tsx')).Captcha as ComponentType<{
    onCode: (code: string | null) => void
  }>,
}))

const hasPasskeys = () => configuration().passkeyOrigin === location.origin && 'PublicKeyCredential' in window

/** E-mail and password on the front page, or a passkey where passkeys work. */
export function LoginForm() {
  const { t } = useTranslation('landing')
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Fields>({})
  const [isSending, setSending] = useState(false)
  const [captcha, setCaptcha] = useState({ needed: false, round: 0, code: null as string | null })

  const send = async (body: { email: string; password: string; captchaCode?: string }) => {
    const answer = await api.post<LoggedIn>('/api/auth/login/fallback', body, { quiet: true, staysOn401: true })
    if (answer.mfaRequired || !answer.forcePasswordReset) return location.assign(answer.redirectUrl)
    sessionStorage.setItem('redirectUrl', answer.redirectUrl)
    location.assign('/auth/forceReset')
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, password } = event.currentTarget.elements as unknown as {
      email: HTMLInputElement
      password: HTMLInputElement
    }
    const found: Fields = {
      ...(isEmail(email) ? {} : { email: t('emailInvalid') }),
      ...(password.value ? {} : { password: t('passwordMissing') }),
    }
    setErrors(found)
    if (found.email || found.password) {
      ;(found.email ? email : password).focus()
      return notify(t('fixFields'), 'bad')
    }
    if (captcha.needed && !captcha.code) return notify(t('captcha'), 'bad')
    setSending(true)
    try {
      await send({
        email: email.value,
        password: password.value,
        ...(captcha.code ? { captchaCode: captcha.code } : {}),
      })
    } catch (error) {
      notify(t(failureText(error), { product: configuration().productName }), 'bad')
      password.value = ''
      setCaptcha((c) => ({
        needed: c.needed || (error instanceof ApiError && error.status === 429),
        round: c.round + 1,
        code: null,
      }))
      setSending(false)
    }
  }
  const enterWithPasskey = async () => {
    setSending(true)
    const passkeys = await import('#features/passkeys/web/passkey-sign-in-public.ts')
    await passkeys.enterWithPasskey().catch(() => setSending(false))
  }
  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate aria-labelledby="sign-in">
      <h2 id="sign-in">{t('loginTitle')}</h2>
      <Input name="email" type="email" autoComplete="username" label={t('email')} error={errors.email} />
      <Input
        name="password"
        type="password"
        autoComplete="current-password"
        label={t('password')}
        error={errors.password}
      />
      {captcha.needed && (
        <Suspense fallback={null}>
          <Captcha key={captcha.round} onCode={(code) => setCaptcha((c) => ({ ...c, code }))} />
        </Suspense>
      )}
      <ActionButton type="submit" isBusy={isSending} aria-label={isSending ? t('sending') : undefined}>
        {t('login')}
      </ActionButton>
      {hasPasskeys() && (
        <ActionButton look="quiet" disabled={isSending} onClick={enterWithPasskey}>
          {t('passkey')}
        </ActionButton>
      )}
      <Link to="/auth/forgot" className={classes.forgot}>
        {t('forgot')}
      </Link>
    </form>
  )
}

const Input = ({
  name,
  type,
  label,
  error,
  autoComplete,
}: {
  name: string
  type: string
  label: string
  error: string | undefined
  autoComplete: string
}) => (
  <div className={classes.field}>
    <label htmlFor={name}>{label}</label>
    <input
      id={name}
      name={name}
      type={type}
      autoComplete={autoComplete}
      aria-invalid={Boolean(error)}
      aria-describedby={error ? `${name}-error` : undefined}
    />
    {error && (
      <p id={`${name}-error`} className={classes.error}>
        {error}
      </p>
    )}
  </div>
)
