import { Button } from '@mantine/core'
import { IconDeviceMobile, IconKey, IconLock, IconMail, IconPhone, IconQrcode } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordConfirm } from '#identity/accounts/web/accounts-public.tsx'
import type { Authenticator } from '#identity/authenticators/authenticator.ts'
import { AuthenticatorConfirm, RecoveryConfirm } from '#identity/authenticators/web/authenticators-public.tsx'
import { PasskeyConfirm } from '#identity/passkeys/web/passkeys-public.tsx'
import classes from './confirm-methods.module.css'

type Kind = 'password' | 'app' | 'sms' | 'voice' | 'email' | 'recovery'
interface Way {
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
function listMethods(isHalfOpen: boolean, authenticators: Authenticator[]): Way[] {
  const rank: Kind[] = ['app', 'sms', 'voice', 'email']
  const factors = authenticators
    .filter((a) => a.active && a.isAccepted)
    .map((authenticator): Way => ({ kind: authenticator.oob_channel ?? 'app', authenticator }))
    .sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind))
  const hasEnrolled = authenticators.some((a) => (a.active && a.oob_channel !== 'email') || !a.isAccepted)
  return [
    ...(isHalfOpen ? [] : [{ kind: 'password' as const }]),
    ...factors,
    ...(hasEnrolled ? [{ kind: 'recovery' as const }] : []),
  ]
}

interface ConfirmWaysProps {
  isHalfOpen: boolean
  authenticators: Authenticator[]
  onConfirmed: () => Promise<void>
  /** Additional buttons next to the passkey's. */
  children?: ReactNode
}

/** Lets the signed-in person confirm their identity with any method of their account, one at a time. */
export function ConfirmMethods({ isHalfOpen, authenticators, onConfirmed, children }: ConfirmWaysProps) {
  const { t } = useTranslation('authenticators')
  const ways = listMethods(isHalfOpen, authenticators)
  const [chosen, setChosen] = useState<Kind | null>(null)
  const way = ways.find((w) => w.kind === chosen) ?? (ways[0] as Way)
  return (
    <>
      <div className={classes.way}>
        {way.kind === 'password' && <PasswordConfirm onConfirmed={onConfirmed} />}
        {way.authenticator && (
          <AuthenticatorConfirm
            key={way.authenticator.id}
            authenticator={way.authenticator}
            onConfirmed={onConfirmed}
          />
        )}
        {way.kind === 'recovery' && <RecoveryConfirm onConfirmed={onConfirmed} />}
      </div>
      <div className={classes.direct}>
        <PasskeyConfirm onConfirmed={onConfirmed} />
        {children}
      </div>
      {isHalfOpen && authenticators.some((a) => !a.isAccepted) && (
        <p className={classes.noEmail}>{t('confirm.emailRefused')}</p>
      )}
      {ways.length > 1 && <OtherMethods ways={ways.filter((w) => w !== way)} onChoose={(kind) => setChosen(kind)} />}
    </>
  )
}

function OtherMethods({ ways, onChoose }: { ways: Way[]; onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation('authenticators')
  return (
    <section className={classes.others} aria-labelledby="other-ways">
      <h2 id="other-ways">{t('confirm.others')}</h2>
      {ways.map(({ kind, authenticator }) => {
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
