import { type ComponentType, type FormEvent, lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { SignInButton } from '#identity/accounts/web/sign-in-method-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { consumeSignedOut } from '#platform/web/session-user.ts'
import { currentLanguage } from '#platform/web/texts.ts'
import { ActionButton } from '#ui/action.tsx'
import classes from './login-form.module.css'
import { LoginInput, PasswordLoginInput } from './login-input.tsx'
import { LoginProblem, type Problem } from './login-problem.tsx'

interface LoggedIn {
  forcePasswordReset: boolean
  redirectUrl: string
  mfaRequired: boolean
}
type Fields = { email?: string; password?: string }

// The browser's own validation of addresses: the front page has no validation library.
const isEmail = ({ value, validity }: HTMLInputElement) => validity.valid && /@[^@]+\.[^@]+$/.test(value.trim())

const failureText = (error: unknown) => {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 406) return 'notActive'
  if (status === 403) return error instanceof ApiError && error.code === 'account-frozen' ? 'frozen' : 'notVerified'
  return 'failed'
}

/** What to do about it, in addition to the specification's text. */
function adviceOn(error: unknown) {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return 'advice.wrong'
  if (status === 429) return 'advice.tooMany'
  return status === 0 ? 'advice.offline' : null
}

/** The waiting time of a refusal, in seconds. */
function waitOf(error: unknown) {
  const seconds = error instanceof ApiError ? Number(error.body.retryAfter ?? 0) : 0
  return seconds > 0 ? Date.now() + seconds * 1000 : null
}

const Captcha = lazy(async () => ({
  default: (await import('#platform/web/captcha.tsx')).Captcha as ComponentType<{
    onCode: (code: string | null) => void
  }>,
}))

/** E-mail and password, and the buttons of other sign-in methods where those work. */
export function LoginForm({ buttons }: { buttons: SignInButton[] }) {
  const { t } = useTranslation('landing')
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const [errors, setErrors] = useState<Fields>({})
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [wasSignedOut] = useState(consumeSignedOut)
  const [captcha, setCaptcha] = useState({ needed: false, round: 0, code: null as string | null })

  const send = async (body: { email: string; password: string; captchaCode?: string }) => {
    const answer = await api.post<LoggedIn>('/api/auth/login/fallback', body, { quiet: true, staysOn401: true })
    if (answer.mfaRequired || !answer.forcePasswordReset) return location.assign(answer.redirectUrl)
    // The page that was requested before signing in takes precedence.
    if (!sessionStorage.getItem('redirectUrl')) sessionStorage.setItem('redirectUrl', answer.redirectUrl)
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
      const title = t(failureText(error), { product: configuration().productName })
      notify(title, 'bad')
      const advice = adviceOn(error)
      setProblem({ title, advice: advice && t(advice), waitsUntil: waitOf(error) })
      password.value = ''
      password.focus()
      setCaptcha((c) => ({
        needed: c.needed || (error instanceof ApiError && error.status === 429),
        round: c.round + 1,
        code: null,
      }))
      setSending(false)
    }
  }
  const signInWith = async (button: SignInButton) => {
    setSending(true)
    await button
      .load()
      .then(
        ({ signIn }) => signIn(),
        () => notify(t('advice.offline'), 'bad'),
      )
      .catch(() => undefined)
    setSending(false)
  }
  /** Carries over the entered address. */
  const forgetWithAddress = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const email = (form.current?.elements.namedItem('email') as HTMLInputElement | null)?.value ?? ''
    void navigate('/auth/forgot', { state: { email } })
  }
  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate aria-labelledby="sign-in">
      <h2 id="sign-in">{t('loginTitle')}</h2>
      {wasSignedOut && !problem && <p className={classes.note}>{t('signedOut')}</p>}
      {problem && <LoginProblem id="sign-in-problem" problem={problem} />}
      <LoginInput name="email" type="email" autoComplete="username" label={t('email')} error={errors.email} />
      <PasswordLoginInput
        name="password"
        autoComplete="current-password"
        label={t('password')}
        error={errors.password}
        describedBy={problem ? 'sign-in-problem' : undefined}
      />
      {captcha.needed && (
        <Suspense fallback={null}>
          <p className={classes.why}>{t('whyCaptcha')}</p>
          <Captcha key={captcha.round} onCode={(code) => setCaptcha((c) => ({ ...c, code }))} />
        </Suspense>
      )}
      <ActionButton type="submit" isBusy={isSending} aria-label={isSending ? t('sending') : undefined}>
        {t('login')}
      </ActionButton>
      {buttons.map(
        (button) =>
          button.isOffered() && (
            <ActionButton key={button.name} look="quiet" disabled={isSending} onClick={() => signInWith(button)}>
              {button.label[currentLanguage()]}
            </ActionButton>
          ),
      )}
      <Link to="/auth/forgot" className={classes.forgot} onClick={forgetWithAddress}>
        {t('forgot')}
      </Link>
    </form>
  )
}
