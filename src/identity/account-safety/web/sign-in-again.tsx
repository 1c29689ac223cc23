import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type LoadedMethod,
  loadMethods,
  type SignInAgainProps,
  type SignInMethod,
} from '#identity/accounts/web/sign-in-method-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { Captcha } from '#platform/web/captcha.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { refreshUser } from '#platform/web/guards.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { PasswordField } from '#platform/web/password-field.tsx'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { forgetUser, knownUser } from '#platform/web/session-user.ts'
import { loadTexts } from '#platform/web/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ConfirmMethods, waysOf } from './confirm-methods.tsx'

interface LoggedIn {
  mfaRequired: boolean
}

/** Leaves this screen, and returns to it after signing in. */
function leaveAndComeBack(to: string) {
  forgetUser()
  sessionStorage.setItem('redirectUrl', location.pathname + location.search)
  location.assign(to)
}

/** Why signing in failed, as a key of the texts. Only says that the password is wrong if it was checked. */
const refusalOf = (status: number) => {
  if (status === 403) return 'frozen'
  if (status === 406) return 'inactive'
  if (status === 429) return 'tooMany'
  return status === 0 || status >= 500 ? 'noAnswer' : 'wrong'
}

/**
 * Shown over the screen when the session is over: its owner signs in again and finds their unsaved input. Until then,
 * the screen behind is hidden.
 */
export function SignInAgain({ methods, onDone }: { methods: SignInMethod[]; onDone: () => void }) {
  const { t } = useTranslation('account-safety')
  // The account may be another one as soon as somebody has signed in.
  const [user] = useState(knownUser)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [direct, setDirect] = useState<LoadedMethod[] | null>(null)
  const [captcha, setCaptcha] = useState({ needed: false, round: 0, code: null as string | null })
  const isElsewhere = configuration().authType.toLowerCase() === 'oidc'
  useEffect(() => {
    if (!user || isElsewhere) leaveAndComeBack('/')
  }, [user, isElsewhere])

  const signIn = async () => {
    const body = { email: user?.email ?? '', password, ...(captcha.code ? { captchaCode: captcha.code } : {}) }
    const answer = await api.post<LoggedIn>('/api/authentication/login', body, { quiet: true, staysOn401: true })
    if (!answer.mfaRequired) return finish()
    await loadTexts('accounts')
    setDirect(await loadMethods(methods))
  }
  const finish = async () => {
    const next = await refreshUser()
    // Before all else: nobody else may find this screen, or return to it.
    if (next.id !== user?.id) {
      notifyOtherTabs('user-changed')
      return location.assign('/home/redirect')
    }
    // They must reset their password first, so the unsaved input could not be sent.
    if (next.forcePasswordReset) return leaveAndComeBack('/auth/forceReset')
    onDone()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    // The form of the screen behind must not receive this event.
    event.stopPropagation()
    if (captcha.needed && !captcha.code) return setError(t('idle.captcha'))
    setSending(true)
    await signIn().catch((failure) => {
      const status = failure instanceof ApiError ? failure.status : 0
      setError(t(`idle.${refusalOf(status)}`))
      setPassword('')
      setCaptcha((c) => ({ needed: c.needed || status === 429, round: c.round + 1, code: null }))
    })
    setSending(false)
  }
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('idle.againTitle')}
      size={440}
      zIndex={1001}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--hl-paper)' }}
    >
      {direct ? (
        <SecondFactor direct={direct} onConfirmed={finish} />
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <p style={{ margin: 0 }}>{t('idle.againText')}</p>
            <TextInput label={t('idle.email')} value={user?.email ?? ''} readOnly autoComplete="username" />
            <PasswordField
              title={t('idle.password')}
              label={t('idle.password')}
              value={password}
              error={error}
              autoComplete="current-password"
              data-autofocus
              onChange={(e) => {
                setPassword(e.currentTarget.value)
                setError(null)
              }}
            />
            {captcha.needed && <Captcha key={captcha.round} onCode={(code) => setCaptcha((c) => ({ ...c, code }))} />}
            {/* On a phone each is on a separate line, and the link back comes first. */}
            <Group justify="space-between" wrap="wrap-reverse" gap="xs">
              <Button variant="subtle" flex="1 1 auto" onClick={() => leaveAndComeBack('/')}>
                {t('idle.other')}
              </Button>
              <Button type="submit" flex="1 1 auto" loading={isSending}>
                {t('idle.signIn')}
              </Button>
            </Group>
          </Stack>
          {user && user.signInMethods.length > 0 && <OtherMethods methods={methods} user={user} onSignedIn={finish} />}
        </form>
      )}
    </Dialog>
  )
}

/** Buttons of the account's sign-in methods besides the password. If they do not load, only the password is offered. */
function OtherMethods({ methods, ...props }: SignInAgainProps & { methods: SignInMethod[] }) {
  const [loaded, setLoaded] = useState<LoadedMethod[]>([])
  useEffect(() => {
    loadMethods(methods).then(setLoaded, logFailure)
  }, [methods])
  return (
    <Stack gap="xs" mt="md">
      {loaded.map(({ name, SignInAgain: Offer }) => Offer && <Offer key={name} {...props} />)}
    </Stack>
  )
}

/** Asks for the second factor in the same place; people who do not have it at hand can leave. */
function SecondFactor({ direct, onConfirmed }: { direct: LoadedMethod[]; onConfirmed: () => Promise<void> }) {
  const { t } = useTranslation('platform')
  const { data, isPending, isError, refetch } = useQuery(waysOf(direct, true))
  const step = useRef<HTMLDivElement>(null)
  // The element with the focus was removed.
  useEffect(() => data && step.current?.querySelector<HTMLElement>('input, button')?.focus(), [data])
  return (
    <Stack gap="md" ref={step}>
      {isPending && <Skeleton height={120} radius="md" />}
      {!data && isError && <NotLoaded onRetry={refetch} />}
      {data && <ConfirmMethods isHalfOpen found={data} methods={direct} onConfirmed={onConfirmed} />}
      <Button variant="subtle" onClick={() => location.assign('/auth/logout')}>
        {t('shell.signOut')}
      </Button>
    </Stack>
  )
}
