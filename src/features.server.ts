import { accountSafetyFeature } from '#features/account-safety/server/account-safety-feature.ts'
import { accountsFeature } from '#features/accounts/server/accounts-feature.ts'
import { authenticatorsFeature } from '#features/authenticators/server/authenticators-feature.ts'
import { createFactorProof } from '#features/authenticators/server/factor-proof.ts'
import { contactsFeature } from '#features/contacts/server/contacts-feature.ts'
import { directoryFeature } from '#features/directory/server/directory-feature.ts'
import { filesFeature } from '#features/files/server/files-feature.ts'
import { helpDeskFeature } from '#features/help-desk/server/help-desk-feature.ts'
import { mayReadTicketFile } from '#features/help-desk/server/help-desk-public.ts'
import { helpDeskMeasuresFeature } from '#features/help-desk-measures/server/help-desk-measures-feature.ts'
import { usualResponse } from '#features/help-desk-measures/server/measures-public.ts'
import { legalFeature } from '#features/legal/server/legal-feature.ts'
import { membersFeature } from '#features/members/server/members-feature.ts'
import { organizationsFeature } from '#features/organizations/server/organizations-feature.ts'
import { passkeysFeature } from '#features/passkeys/server/passkeys-feature.ts'
import { peopleFeature } from '#features/people/server/people-feature.ts'
import { personRightsFeature } from '#features/person-rights/server/person-rights-feature.ts'
import { preferencesFeature } from '#features/preferences/server/preferences-feature.ts'
import { referralsFeature } from '#features/referrals/server/referrals-feature.ts'
import { consentUsers, welcomeRecipient } from '#features/referrals/server/referrals-public.ts'
import { registrationFeature } from '#features/registration/server/registration-feature.ts'
import { signOnFeature } from '#features/single-sign-on/server/single-sign-on-feature.ts'
import { teamFeature } from '#features/team/server/team-feature.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { platformFeature } from '#platform/server/platform-feature.ts'

/** Every feature of the server, each once, from the ground up: the demo community is made in this order. */
export const serverFeatures: ServerFeature[] = [
  platformFeature,
  filesFeature([mayReadTicketFile]),
  organizationsFeature,
  directoryFeature,
  peopleFeature,
  contactsFeature(consentUsers),
  accountsFeature(createFactorProof),
  authenticatorsFeature,
  passkeysFeature,
  signOnFeature(createFactorProof),
  accountSafetyFeature,
  teamFeature(welcomeRecipient),
  registrationFeature,
  preferencesFeature,
  personRightsFeature,
  referralsFeature,
  membersFeature,
  helpDeskFeature(usualResponse),
  helpDeskMeasuresFeature,
  legalFeature,
]
