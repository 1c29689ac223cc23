import { Button } from '@mantine/core'
import { IconDeviceMobile, IconKey, IconLock, IconMail, IconPhone, IconQrcode } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordConfirm } from '#identity/accounts/web/accounts-public.tsx'
import type { LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import type { Authenticator } from '#identity/authenticators/authenticator.ts'
import { AuthenticatorConfirm, RecoveryConfirm } from '#identity/authenticators/web/authenticators-public.tsx'
import classes from './confirm-methods.module.css'

type Kind = 'password' | 'app' | 'sms' | 'voice' | 'email' | 'recovery'
interface Method {
  kind: Kind
  authenticator?: Authenticator
}
const icons: Record<Kind, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  password: IconLock,
  app: IconQrcode,
  sms: IconDeviceMobile,
  voice: IconPhone,
  email: IconMail,
  recovery: IconKey,
}

/**
 * The methods to confirm one's identity, most convenient first. The password alone does not complete a half-open
 * session.
 */
function listMethods(isHalfOpen: boolean, authenticators: Authenticator[]): Method[] {
  const rank: Kind[] = ['app', 'sms', 'voice', 'email']
  const factors = authenticators
    .filter((a) => a.active && a.isAccepted)
    .map((authenticator): Method => ({ kind: authenticator.oob_channel ?? 'app', authenticator }))
    .sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind))
  const hasEnrolled = authenticators.some((a) => (a.active && a.oob_channel !== 'email') || !a.isAccepted)
  return [
    ...(isHalfOpen ? [] : [{ kind: 'password' as const }]),
    ...factors,
    ...(hasEnrolled ? [{ kind: 'recovery' as const }] : []),
  ]
}

interface ConfirmMethodsProps {
  isHalfOpen: boolean
  authenticators: Authenticator[]
  /** Methods that need one click, such as a passkey. */
  direct: LoadedMethod[]
  /** On a page of its own, the path to return to. */
  returnUrl?: string | null
  onConfirmed: () => Promise<void>
}

/** Lets the signed-in person confirm their identity with any method of their account, one at a time. */
export function ConfirmMethods(props: ConfirmMethodsProps) {
  const { isHalfOpen, authenticators, direct, returnUrl, onConfirmed } = props
  const { t } = useTranslation('authenticators')
  const methods = listMethods(isHalfOpen, authenticators)
  const [chosen, setChosen] = useState<Kind | null>(null)
  const method = methods.find((w) => w.kind === chosen) ?? (methods[0] as Method)
  return (
    <>
      <div className={classes.way}>
        {method.kind === 'password' && <PasswordConfirm onConfirmed={onConfirmed} />}
        {method.authenticator && (
          <AuthenticatorConfirm
            key={method.authenticator.id}
            authenticator={method.authenticator}
            onConfirmed={onConfirmed}
          />
        )}
        {method.kind === 'recovery' && <RecoveryConfirm onConfirmed={onConfirmed} />}
      </div>
      <div className={classes.direct}>
        {direct.map(({ name, Confirm }) => (
          <Confirm key={name} isHalfOpen={isHalfOpen} returnUrl={returnUrl} onConfirmed={onConfirmed} />
        ))}
      </div>
      {isHalfOpen && authenticators.some((a) => !a.isAccepted) && (
        <p className={classes.noEmail}>{t('confirm.emailRefused')}</p>
      )}
      {methods.length > 1 && (
        <OtherMethods methods={methods.filter((w) => w !== method)} onChoose={(kind) => setChosen(kind)} />
      )}
    </>
  )
}

function OtherMethods({ methods, onChoose }: { methods: Method[]; onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation('authenticators')
  return (
    <section className={classes.others} aria-labelledby="other-methods">
      <h2 id="other-methods">{t('confirm.others')}</h2>
      {methods.map(({ kind, authenticator }) => {
        const Icon = icons[kind]
        return (
          <Button
            key={kind}
            variant="default"
            justify="flex-start"
            classNames={{ root: classes.other ?? '', label: classes.label ?? '' }}
            leftSection={<Icon size={20} aria-hidden />}
            onClick={() => onChoose(kind)}
          >
            {t(`confirm.ways.${kind}`, { to: authenticator?.name ?? '' })}
          </Button>
        )
      })}
    </section>
  )
}
