import {
  IconClipboardCheck,
  IconEye,
  IconHome2,
  IconLifebuoy,
  IconMapPin,
  IconSend,
  IconShieldOff,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { WaitingCount } from '#casework/referrals/web/waiting-count.tsx'
import { HelpDeskCount } from '#help-desk/tickets/web/help-desk-public.tsx'
import { ImpersonationBanner, SessionGuard, StepUp } from '#identity/account-safety/web/account-safety-public.tsx'
import { AppFrame, type NavigationItem } from '#platform/web/app-frame.tsx'

/** The main navigation, in the order of a working day. */
const items: NavigationItem[] = [
  { to: '/home', label: 'platform:navigation.home', icon: IconHome2 },
  {
    to: '/referrals',
    label: 'platform:navigation.referrals',
    icon: IconSend,
    roles: [...caseworkRoles],
    count: WaitingCount,
  },
  { to: '/people', label: 'platform:navigation.people', icon: IconUsers, roles: [...caseworkRoles] },
  { to: '/directory', label: 'platform:navigation.directory', icon: IconMapPin },
  {
    to: '/admin/review',
    label: 'platform:navigation.registrations',
    icon: IconClipboardCheck,
    roles: ['platform-admin'],
  },
  {
    to: '/support/helpDesk',
    area: '/support',
    label: 'platform:navigation.helpDesk',
    icon: IconLifebuoy,
    count: HelpDeskCount,
  },
  {
    to: '/organization/people',
    label: 'platform:navigation.team',
    icon: IconUsersGroup,
    roles: ['organization-admin'],
  },
  { to: '/admin/accounts', label: 'platform:navigation.accounts', icon: IconUsersGroup, roles: ['platform-admin'] },
  { to: '/admin/accessLog', label: 'platform:navigation.accessLog', icon: IconEye, roles: ['platform-admin'] },
  {
    to: '/admin/consentOverrides',
    label: 'platform:navigation.consentOverrides',
    icon: IconShieldOff,
    roles: ['platform-admin'],
  },
  { to: '/myAccount', label: 'platform:navigation.account', icon: IconUserCircle },
]

const guard = (
  <>
    <SessionGuard />
    <StepUp />
  </>
)

export const SignedInFrame = () => <AppFrame items={items} above={<ImpersonationBanner />} guard={guard} />
