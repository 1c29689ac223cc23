import {
  IconBan,
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconMailForward,
  IconReplace,
  IconShieldOff,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LinkState } from '#platform/schema/sent-link.ts'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import type { PortalAccount } from '../portal-account.ts'

type Look = { tone: ChipTone; icon: typeof IconCheck }
const accountLooks: Record<PortalAccount['state'], Look> = {
  active: { tone: 'leaf', icon: IconCheck },
  waiting: { tone: 'amber', icon: IconHourglassEmpty },
  deactivated: { tone: 'stone', icon: IconBan },
}
const linkLooks: Record<LinkState, Look> = {
  pending: { tone: 'sky', icon: IconMailForward },
  used: { tone: 'leaf', icon: IconCheck },
  expired: { tone: 'amber', icon: IconClock },
  withdrawn: { tone: 'ember', icon: IconX },
  replaced: { tone: 'stone', icon: IconReplace },
}

/** An account's state, and what waits: a new address or number, or the removal of the second factors. */
export function AccountChips({ account }: { account: PortalAccount }) {
  const { t } = useTranslation('team')
  const { tone, icon: Icon } = accountLooks[account.state]
  return (
    <>
      <StatusChip tone={tone} icon={<Icon aria-hidden="true" />}>
        {t(`state.${account.state}`)}
      </StatusChip>
      {account.pendingEmail && (
        <StatusChip tone="plum" icon={<IconMailForward aria-hidden="true" />}>
          {t('state.emailPending')}
        </StatusChip>
      )}
      {account.pendingPhoneNumber && (
        <StatusChip tone="plum" icon={<IconMailForward aria-hidden="true" />}>
          {t('state.phonePending')}
        </StatusChip>
      )}
      {account.isFactorResetPending && (
        <StatusChip tone="plum" icon={<IconShieldOff aria-hidden="true" />}>
          {t('state.factorResetPending')}
        </StatusChip>
      )}
    </>
  )
}

/** An invitation is withdrawn in the list only because its sender may no longer invite: nobody took it back. */
const invitationWords: Partial<Record<LinkState, string>> = {
  pending: 'state.invited',
  expired: 'state.invitationExpired',
  withdrawn: 'state.invitationNotValid',
}

/** The state of a link; invitations have their own words for it. */
export function LinkChip({ state, isInvitation }: { state: LinkState; isInvitation?: boolean }) {
  const { t } = useTranslation('team')
  const { tone, icon: Icon } = linkLooks[state]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden="true" />}>
      {t((isInvitation && invitationWords[state]) || `link.state.${state}`)}
    </StatusChip>
  )
}
