import { lazy } from 'react'
import { answerLinksWeb } from '#casework/answer-links/web/answer-links-web.ts'
import { clientsWeb } from '#casework/clients/web/clients-web.ts'
import { consentRequestsWeb } from '#casework/consent-requests/web/consent-requests-web.ts'
import { consentTextsWeb } from '#casework/consent-texts/web/consent-texts-web.ts'
import { duplicatePeopleWeb } from '#casework/duplicate-people/web/duplicate-people-web.ts'
import { formEditorWeb } from '#casework/form-editor/web/form-editor-web.ts'
import { intakeLinksWeb } from '#casework/intake-links/web/intake-links-web.ts'
import { intakesWeb } from '#casework/intakes/web/intakes-web.ts'
import { membersWeb } from '#casework/members/web/members-web.ts'
import { needTimelineWeb } from '#casework/need-timeline/web/need-timeline-web.ts'
import { networkReportWeb } from '#casework/network-report/web/network-report-web.ts'
import { onDeviceWeb } from '#casework/on-device/web/on-device-web.ts'
import { peopleListWeb } from '#casework/people-list/web/people-list-web.ts'
import { personRightsWeb } from '#casework/person-rights/web/person-rights-web.ts'
import { recordLinksWeb } from '#casework/record-links/web/record-links-web.ts'
import { referralListsWeb } from '#casework/referral-lists/web/referral-lists-web.ts'
import { referralsWeb } from '#casework/referrals/web/referrals-web.ts'
import { reportsWeb } from '#casework/reports/web/reports-web.ts'
import { responseTimesWeb } from '#casework/response-times/web/response-times-web.ts'
import { scheduledReportsWeb } from '#casework/scheduled-reports/web/scheduled-reports-web.ts'
import { serviceListsWeb } from '#casework/service-lists/web/service-lists-web.ts'
import { unmetNeedsWeb } from '#casework/unmet-needs/web/unmet-needs-web.ts'
import { categoriesWeb } from '#directory/categories/web/categories-web.ts'
import { duplicatesWeb } from '#directory/duplicates/web/duplicates-web.ts'
import { editingWeb } from '#directory/editing/web/editing-web.ts'
import { freshnessWeb } from '#directory/freshness/web/freshness-web.ts'
import { importsWeb } from '#directory/imports/web/imports-web.ts'
import { searchCountsWeb } from '#directory/search-counts/web/search-counts-web.ts'
import { servicesWeb } from '#directory/services/web/services-web.ts'
import { suggestionsWeb } from '#directory/suggestions/web/suggestions-web.ts'
import { cannedAnswersWeb } from '#help-desk/canned-answers/web/canned-answers-web.ts'
import { ticketMeasuresWeb } from '#help-desk/ticket-measures/web/ticket-measures-web.ts'
import { ticketsWeb } from '#help-desk/tickets/web/tickets-web.ts'
import { accountSafetyWeb } from '#identity/account-safety/web/account-safety-web.ts'
import { accountsWeb } from '#identity/accounts/web/accounts-web.ts'
import type { SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { legalWeb } from '#identity/legal/web/legal-web.ts'
import { myAccountWeb } from '#identity/my-account/web/my-account-web.ts'
import { signOnRedirect, singleSignOnWeb } from '#identity/single-sign-on/web/single-sign-on-web.ts'
import { teamWeb } from '#identity/team/web/team-web.ts'
import { registrationWeb } from '#onboarding/registration/web/registration-web.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { loadTexts } from '#platform/web/texts.ts'
import { evaluationWeb } from '#site/evaluation/web/evaluation-web.ts'
import { landingWeb } from '#site/landing/web/landing-web.ts'
import { sendUnsent } from './send-unsent.ts'
import { signInButtons } from './sign-in-buttons.ts'

/** The sign-in methods besides the password, and the second factors, in the order of the screens. */
export const signInMethods: SignInMethod[] = [
  { name: 'authenticators', load: () => import('#identity/authenticators/web/authenticators-public.tsx') },
  { name: 'passkeys', load: () => import('#identity/passkeys/web/passkeys-public.tsx') },
  {
    name: 'single-sign-on',
    load: () => import('#identity/single-sign-on/web/single-sign-on-public.tsx'),
    redirect: signOnRedirect,
  },
]

/** Only community members fetch it, with its texts; it would double what others fetch for their home. */
const OwnHome = lazy(async () => {
  const [{ OwnHome: Home }] = await Promise.all([
    import('#casework/own-record/web/own-home-public.tsx'),
    loadTexts('own-record', 'safe-contact'),
  ])
  return { default: Home }
})

const features: WebFeature[] = [
  landingWeb(signInMethods, signInButtons),
  evaluationWeb,
  legalWeb,
  accountsWeb(signInMethods, sendUnsent),
  singleSignOnWeb,
  accountSafetyWeb(signInMethods),
  teamWeb,
  servicesWeb(
    async () => ({
      ...(await import('#casework/service-lists/web/collecting-public.tsx')),
      ...(await import('#casework/person-facts/web/person-facts-public.tsx')),
    }),
    () => import('#directory/service-map/web/map-public.tsx'),
  ),
  editingWeb(() => import('#directory/suggestions/web/suggestions-public.tsx')),
  suggestionsWeb,
  freshnessWeb,
  categoriesWeb,
  importsWeb,
  duplicatesWeb,
  searchCountsWeb,
  clientsWeb(async () => ({
    ...(await import('#casework/person-rights/web/person-rights-public.tsx')),
    ...(await import('#casework/duplicate-people/web/duplicate-people-public.tsx')),
    ...(await import('#casework/person-facts/web/person-facts-public.tsx')),
    ...(await import('#casework/referrals/web/person-needs-public.tsx')),
    ...(await import('#casework/households/web/households-public.tsx')),
    ...(await import('#casework/intakes/web/intakes-public.tsx')),
    ...(await import('#casework/intake-links/web/intake-links-public.tsx')),
    ...(await import('#casework/own-record/web/corrections-public.tsx')),
    ...(await import('#casework/record-links/web/record-links-public.tsx')),
    ...(await import('#casework/consent-requests/web/consent-requests-public.tsx')),
  })),
  peopleListWeb(async () => ({
    ...(await import('#casework/person-rights/web/person-rights-public.tsx')),
    ...(await import('#casework/duplicate-people/web/duplicate-people-public.tsx')),
  })),
  duplicatePeopleWeb,
  needTimelineWeb,
  intakesWeb(() => import('#casework/intake-links/web/intake-links-public.tsx')),
  intakeLinksWeb,
  recordLinksWeb,
  consentRequestsWeb,
  membersWeb,
  formEditorWeb,
  consentTextsWeb,
  onDeviceWeb,
  serviceListsWeb,
  referralsWeb(
    async () => ({ ...(await import('#help-desk/tickets/web/help-desk-public.tsx')), OwnHome }),
    async () => ({
      ...(await import('#casework/shared-intakes/web/shared-intakes-public.tsx')),
      ...(await import('#casework/referral-files/web/referral-files-public.tsx')),
      ...(await import('#casework/referral-deliveries/web/deliveries-public.tsx')),
      ...(await import('#casework/next-fits/web/next-fits-public.tsx')),
      ...(await import('#casework/answer-links/web/answer-links-public.tsx')),
      ...(await import('#casework/person-notices/web/notified-people-public.tsx')),
      ...(await import('#casework/help-answers/web/help-public.tsx')),
      ...(await import('#casework/consent-requests/web/consent-requests-public.tsx')),
      ...(await import('#casework/appointments/web/appointments-public.tsx')),
    }),
    () => import('#casework/consent-requests/web/consent-requests-public.tsx'),
  ),
  referralListsWeb,
  reportsWeb,
  answerLinksWeb,
  responseTimesWeb,
  personRightsWeb,
  networkReportWeb,
  unmetNeedsWeb,
  scheduledReportsWeb,
  registrationWeb,
  cannedAnswersWeb(() => import('#help-desk/tickets/web/support-area-public.tsx')),
  ticketsWeb,
  ticketMeasuresWeb,
]

/** All features of the browser, each once. The account area comes last, because it includes pages of the others. */
export const webFeatures: WebFeature[] = [
  ...features,
  myAccountWeb(
    features.flatMap((f) => f.accountPages ?? []),
    signInMethods,
  ),
]
