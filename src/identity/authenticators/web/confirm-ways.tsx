import { IconDeviceMobile, IconKey, IconMail, IconPhone, IconQrcode } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ConfirmWay, ConfirmWays } from '#identity/accounts/web/sign-in-method-public.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { Authenticator } from '../authenticator.ts'
import { authenticatorsQuery } from './authenticator-calls.ts'
import { AuthenticatorConfirm, RecoveryConfirm } from './factor-confirm.tsx'

type Kind = 'app' | NonNullable<Authenticator['oob_channel']>
/** Most convenient first. */
const icons: Record<Kind, ConfirmWay['Icon']> = {
  app: IconQrcode,
  sms: IconDeviceMobile,
  voice: IconPhone,
  email: IconMail,
}
const rank = Object.keys(icons)
const kindOf = ({ oob_channel }: Authenticator): Kind => oob_channel ?? 'app'

const wayOf = (authenticator: Authenticator): ConfirmWay => {
  const kind = kindOf(authenticator)
  return {
    kind,
    Icon: icons[kind],
    label: () => i18next.t(`authenticators:confirm.ways.${kind}`, { to: authenticator.name ?? '' }),
    render: (onConfirmed) => (
      <AuthenticatorConfirm key={authenticator.id} authenticator={authenticator} onConfirmed={onConfirmed} />
    ),
  }
}
const recovery: ConfirmWay = {
  kind: 'recovery',
  Icon: IconKey,
  label: () => i18next.t('authenticators:confirm.ways.recovery'),
  render: (onConfirmed) => <RecoveryConfirm onConfirmed={onConfirmed} />,
}

/** Codes of the account's authenticators, and recovery codes if one besides the mailbox is enrolled. */
export async function findWays(isHalfOpen: boolean): Promise<ConfirmWays> {
  const list = await queryClient.fetchQuery({ ...authenticatorsQuery, staleTime: 0, retry: false })
  const accepted = list
    .filter((a) => a.active && a.isAccepted)
    .sort((a, b) => rank.indexOf(kindOf(a)) - rank.indexOf(kindOf(b)))
  const isRefused = list.some((a) => !a.isAccepted)
  const hasEnrolled = isRefused || list.some((a) => a.active && a.oob_channel !== 'email')
  return {
    ways: [...accepted.map(wayOf), ...(hasEnrolled ? [recovery] : [])],
    ...(isHalfOpen && isRefused ? { missing: () => i18next.t('authenticators:confirm.emailRefused') } : {}),
  }
}
