import { globSync } from 'node:fs'
import { findFeatureFolder } from './feature-folder.ts'

/** Tests outside a feature's folder that cover it. */
const elsewhere: Record<string, Partial<Record<'server' | 'web', string[]>>> = {
  'safe-contact': {
    server: [
      'src/casework/duplicate-people/server/merging.test.ts',
      'src/casework/intake-links/server/intake-links.test.ts',
      'src/casework/service-lists/server/service-lists.test.ts',
      'test/safe-senders.test.ts',
    ],
  },
  'own-record': { server: ['src/casework/duplicate-people/server/merging.test.ts'] },
  'shared-intakes': { server: ['src/casework/duplicate-people/server/merging.test.ts'] },
  'person-facts': {
    server: [
      'src/casework/duplicate-people/server/merging.test.ts',
      'src/casework/next-fits/server/next-fits.test.ts',
      'src/casework/referrals/server/intake-gate.test.ts',
      'src/directory/services/server/fit-routes.test.ts',
    ],
  },
  'intake-forms': { server: ['src/casework/intakes/server/intakes.test.ts'] },
  'need-timeline': { server: ['src/casework/help-answers/server/help-answers.test.ts'] },
  landing: { web: ['test/sign-in.test.tsx'] },
  accounts: {
    server: [
      'src/identity/account-safety/server/my-session.test.ts',
      'src/identity/authenticators/server/email-codes.test.ts',
      'src/identity/my-account/my-account.test.ts',
      'src/identity/passkeys/server/passkeys.test.ts',
      'src/identity/team/server/invitation.test.ts',
      'src/identity/team/server/role-bounds.test.ts',
      'test/half-open.test.ts',
      'test/step-up.test.ts',
    ],
    web: [
      'src/identity/single-sign-on/web/sign-on-screens.test.tsx',
      'src/site/landing/web/login-page.test.tsx',
      'test/ordered-reset.test.tsx',
      'test/specification-words.test.tsx',
    ],
  },
  clients: {
    server: [
      'src/casework/referrals/server/consent-withdrawal.test.ts',
      'src/casework/person-rights/server/erasure.test.ts',
      'src/casework/person-rights/server/access-log.test.ts',
    ],
    web: ['test/referral-screens.test.tsx'],
  },
  'referral-notices': {
    server: [
      'src/casework/consent-requests/server/answering.test.ts',
      'src/casework/referral-lists/server/bulk.test.ts',
      'src/casework/referrals/server/consent-withdrawal.test.ts',
      'src/casework/response-times/server/response-times.test.ts',
      'src/casework/referrals/server/referral-notices.test.ts',
      'src/casework/referrals/server/frozen-colleague.test.ts',
      'src/casework/referrals/server/notify-messages.test.ts',
      'src/casework/referrals/server/referral-mail.test.ts',
      'src/casework/referrals/server/consent-override.test.ts',
      'src/casework/referrals/server/reopen-request.test.ts',
    ],
  },
  listings: {
    server: [
      'src/directory/editing/server/confidential-editing.test.ts',
      'src/directory/editing/server/editing.test.ts',
      'src/directory/editing/server/import-conflict.test.ts',
      'src/directory/editing/server/place.test.ts',
      'src/directory/editing/server/profile.test.ts',
    ],
  },
  reports: { server: ['src/casework/network-report/server/network-report.test.ts'] },
  places: { server: ['src/directory/services/server/reach.test.ts'] },
  files: {
    server: [
      'src/casework/referral-files/server/scanned-files.test.ts',
      'src/help-desk/tickets/server/attached-file-routes.test.ts',
    ],
  },
  'consent-texts': { server: ['src/casework/consent-requests/server/answering.test.ts'] },
  services: {
    server: [
      'src/directory/editing/server/editing.test.ts',
      'src/directory/editing/server/import-conflict.test.ts',
      'src/directory/editing/server/intake.test.ts',
    ],
    web: ['test/directory-page.test.tsx'],
  },
  preferences: { server: ['src/identity/my-account/my-account.test.ts'] },
  referrals: {
    server: ['src/onboarding/registration/server/claim.test.ts'],
    web: ['test/referral-screens.test.tsx', 'test/referral-ends.test.tsx'],
  },
  team: { web: ['test/team-screens.test.tsx', 'test/my-info.test.tsx', 'test/phones.test.tsx'] },
  tickets: { web: ['test/status-messages.test.tsx'] },
  'account-safety': { web: ['test/session-screens.test.tsx'] },
}

/** Walks, races and demo data: they take longer than all others together, and detect little that these do not. */
const slow =
  /referral-property|seed-demo|ticket-locks|interleaving|account-call-limit|demo-registrations|notify-reviewers/

/** Tests of the routes and tables of all features. A change of these takes effect only at startup. */
export const ofEveryFeature = ['test/described-calls.test.ts', 'test/schema-drift.test.ts']

/** The test of all screens' paths, titles and texts, which take effect when the client loads. */
export const ofEveryScreen = 'test/each-screen.test.tsx'

/**
 * The test files for measuring a side of a feature: the feature's own, and those listed here. For the web only tests of
 * screens, for the server those of calls and rules. A defect that only another file would detect counts as survived.
 */
export function testsOf(feature: string, side: 'server' | 'web') {
  const own = globSync(`${findFeatureFolder(feature)}/**/*.test.${side === 'web' ? 'tsx' : 'ts'}`)
  const beside = [...(elsewhere[feature]?.[side] ?? []), ...(side === 'server' ? ofEveryFeature : [ofEveryScreen])]
  return [...new Set([...own.filter((file) => !slow.test(file)), ...beside])].sort()
}
