import { Button } from '@mantine/core'
import { IconDeviceMobile, IconKey, IconLock, IconMail, IconPhone, IconQrcode } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import type { Authenticator } from '#features/authenticators/authenticator.ts'
import {
  AuthenticatorConfirm,
  authenticatorsQuery,
  RecoveryConfirm,
} from '#features/authenticators/web/authenticators-public.tsx'
import { PasskeyConfirm } from '#features/passkeys/web/passkeys-public.tsx'
import { SignOnConfirm } from '#features/single-sign-on/web/single-sign-on-public.tsx'
import { currentUser, refreshUser } from '#platform/web/guards.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { returnPath } from '../return-path.ts'
import { CardPage } from './card-page.tsx'
import { PasswordConfirm } from './password-confirm.tsx'
import classes from './reauthenticate-page.module.css'

export async function loader() {
  const user = await currentUser()
  const authenticators = await queryClient.fetchQuery({ ...authenticatorsQuery, staleTime: 0, retry: false })
  return { isHalfOpen: user.mfaRequired, authenticators }
}

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

/** The ways to show who one is, the handiest first. The password alone does not complete a half-open session. */
function listWays(isHalfOpen: boolean, authenticators: Authenticator[]): Way[] {
  const rank: Kind[] = ['app', 'sms', 'voice', 'email']
  const factors = authenticators
    .filter((a) => a.active)
    .map((authenticator): Way => ({ kind: authenticator.oob_channel ?? 'app', authenticator }))
    .sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind))
  const hasEnrolled = factors.some((f) => f.kind !== 'email')
  return [
    ...(isHalfOpen ? [] : [{ kind: 'password' as const }]),
    ...factors,
    ...(hasEnrolled ? [{ kind: 'recovery' as const }] : []),
  ]
}

/** Asks who is there: for the second factor of a sign-in, or once more before something that needs it. Leads back. */
export function Screen() {
  const { t } = useTranslation(['accounts', 'authenticators', 'platform'])
  const { isHalfOpen, authenticators } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const ways = listWays(isHalfOpen, authenticators)
  const [chosen, setChosen] = useState<Kind | null>(null)
  const way = ways.find((w) => w.kind === chosen) ?? (ways[0] as Way)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const target = returnPath(query.get('returnUrl'), location.origin, '/home/redirect')
  const onConfirmed = async () => {
    await refreshUser()
    await navigate(target, { replace: true })
  }
  return (
    <CardPage title={t(isHalfOpen ? 'reauthenticate.secondTitle' : 'reauthenticate.title')}>
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
        {!isHalfOpen && <SignOnConfirm returnUrl={query.get('returnUrl')} />}
      </div>
      {ways.length > 1 && <OtherWays ways={ways.filter((w) => w !== way)} onChoose={(kind) => setChosen(kind)} />}
      <p className={classes.leave}>
        {isHalfOpen ? (
          <Link to="/auth/logout">{t('platform:shell.signOut')}</Link>
        ) : (
          <Link to={target}>{t('platform:form.cancel')}</Link>
        )}
      </p>
    </CardPage>
  )
}

function OtherWays({ ways, onChoose }: { ways: Way[]; onChoose: (kind: Kind) => void }) {
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
