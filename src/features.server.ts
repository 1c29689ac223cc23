import { answerLinksFeature } from '#casework/answer-links/server/answer-links-feature.ts'
import { appointmentsFeature } from '#casework/appointments/server/appointments-feature.ts'
import { clientsFeature } from '#casework/clients/server/clients-feature.ts'
import { consentRows, invitationRows, mayReadConsentFile } from '#casework/clients/server/clients-public.ts'
import { consentRequestsFeature } from '#casework/consent-requests/server/consent-requests-feature.ts'
import { consentRequestRows } from '#casework/consent-requests/server/consent-requests-public.ts'
import { consentTextsFeature } from '#casework/consent-texts/server/consent-texts-feature.ts'
import { duplicatePeopleFeature } from '#casework/duplicate-people/server/duplicate-people-feature.ts'
import { fhirQuestionnairesFeature } from '#casework/fhir-questionnaires/server/fhir-questionnaires-feature.ts'
import { helpAnswersFeature } from '#casework/help-answers/server/help-answers-feature.ts'
import { helpAnswerRows } from '#casework/help-answers/server/help-answers-public.ts'
import { householdsFeature } from '#casework/households/server/households-feature.ts'
import { memberRows } from '#casework/households/server/households-public.ts'
import { intakeFormsFeature } from '#casework/intake-forms/server/intake-forms-feature.ts'
import { intakeLinksFeature } from '#casework/intake-links/server/intake-links-feature.ts'
import { intakesFeature } from '#casework/intakes/server/intakes-feature.ts'
import { intakeRows } from '#casework/intakes/server/intakes-public.ts'
import { linkDeliveriesFeature } from '#casework/link-deliveries/server/link-deliveries-feature.ts'
import { linkNoticesFeature } from '#casework/link-notices/server/link-notices-feature.ts'
import { membersFeature } from '#casework/members/server/members-feature.ts'
import { messageMentionsFeature } from '#casework/message-mentions/server/message-mentions-feature.ts'
import { messageReceiptsFeature } from '#casework/message-receipts/server/message-receipts-feature.ts'
import { needTimelineFeature } from '#casework/need-timeline/server/need-timeline-feature.ts'
import { networkReportFeature } from '#casework/network-report/server/network-report-feature.ts'
import { nextFitsFeature } from '#casework/next-fits/server/next-fits-feature.ts'
import { onDeviceFeature } from '#casework/on-device/server/on-device-feature.ts'
import { ownRecordFeature } from '#casework/own-record/server/own-record-feature.ts'
import { correctionRows } from '#casework/own-record/server/own-record-public.ts'
import { peopleListFeature } from '#casework/people-list/server/people-list-feature.ts'
import { personFactsFeature } from '#casework/person-facts/server/person-facts-feature.ts'
import { factRows, readPerson } from '#casework/person-facts/server/person-facts-public.ts'
import { personNoticesFeature } from '#casework/person-notices/server/person-notices-feature.ts'
import { personNoticeRows } from '#casework/person-notices/server/person-notices-public.ts'
import { personRightsFeature } from '#casework/person-rights/server/person-rights-feature.ts'
import { recordLinksFeature } from '#casework/record-links/server/record-links-feature.ts'
import { recordLinkRows } from '#casework/record-links/server/record-links-public.ts'
import { referralDeliveriesFeature } from '#casework/referral-deliveries/server/referral-deliveries-feature.ts'
import { referralFilesFeature } from '#casework/referral-files/server/referral-files-feature.ts'
import { publishScannedFile } from '#casework/referral-files/server/referral-files-public.ts'
import { referralListsFeature } from '#casework/referral-lists/server/referral-lists-feature.ts'
import { referralNoticesFeature } from '#casework/referral-notices/server/referral-notices-feature.ts'
import { referralsFeature } from '#casework/referrals/server/referrals-feature.ts'
import {
  listAccepted,
  listBusyServices,
  referredPersonRows,
  requestRows,
  welcomeRecipient,
} from '#casework/referrals/server/referrals-public.ts'
import { reportsFeature } from '#casework/reports/server/reports-feature.ts'
import { responseTimesFeature } from '#casework/response-times/server/response-times-feature.ts'
import { safeContactFeature } from '#casework/safe-contact/server/safe-contact-feature.ts'
import { safeContactRows } from '#casework/safe-contact/server/safe-contact-public.ts'
import { scheduledReportsFeature } from '#casework/scheduled-reports/server/scheduled-reports-feature.ts'
import { serviceListsFeature } from '#casework/service-lists/server/service-lists-feature.ts'
import { listRows } from '#casework/service-lists/server/service-lists-public.ts'
import { sharedIntakesFeature } from '#casework/shared-intakes/server/shared-intakes-feature.ts'
import { consentUsers, sharedIntakeRows } from '#casework/shared-intakes/server/shared-intakes-public.ts'
import { unmetNeedsFeature } from '#casework/unmet-needs/server/unmet-needs-feature.ts'
import { categoriesFeature } from '#directory/categories/server/categories-feature.ts'
import { duplicatesFeature } from '#directory/duplicates/server/duplicates-feature.ts'
import { editingFeature } from '#directory/editing/server/editing-feature.ts'
import { freshnessFeature } from '#directory/freshness/server/freshness-feature.ts'
import { hsdsFeature } from '#directory/hsds/server/hsds-feature.ts'
import { importsFeature } from '#directory/imports/server/imports-feature.ts'
import { listingsFeature } from '#directory/listings/server/listings-feature.ts'
import { recordProfile } from '#directory/listings/server/listings-public.ts'
import { placesFeature } from '#directory/places/server/places-feature.ts'
import { publicPagesFeature } from '#directory/public-pages/server/public-pages-feature.ts'
import { createSearchCount } from '#directory/search-counts/server/count-search.ts'
import { searchCountsFeature } from '#directory/search-counts/server/search-counts-feature.ts'
import { serviceMapFeature } from '#directory/service-map/server/service-map-feature.ts'
import { servicesFeature } from '#directory/services/server/services-feature.ts'
import { suggestionsFeature } from '#directory/suggestions/server/suggestions-feature.ts'
import { cannedAnswersFeature } from '#help-desk/canned-answers/server/canned-answers-feature.ts'
import { inboundMailFeature } from '#help-desk/inbound-mail/server/inbound-mail-feature.ts'
import { usualResponse } from '#help-desk/ticket-measures/server/measures-public.ts'
import { ticketMeasuresFeature } from '#help-desk/ticket-measures/server/ticket-measures-feature.ts'
import { ticketsFeature } from '#help-desk/tickets/server/tickets-feature.ts'
import { mayReadTicketFile } from '#help-desk/tickets/server/tickets-public.ts'
import { accountSafetyFeature } from '#identity/account-safety/server/account-safety-feature.ts'
import { accountsFeature } from '#identity/accounts/server/accounts-feature.ts'
import { authenticatorsFeature } from '#identity/authenticators/server/authenticators-feature.ts'
import { authenticatorMethod } from '#identity/authenticators/server/authenticators-public.ts'
import { filesFeature } from '#identity/files/server/files-feature.ts'
import { legalFeature } from '#identity/legal/server/legal-feature.ts'
import { listViewsFeature } from '#identity/list-views/server/list-views-feature.ts'
import { myAccountFeature } from '#identity/my-account/server/my-account-feature.ts'
import { organizationsFeature } from '#identity/organizations/server/organizations-feature.ts'
import { passkeysFeature } from '#identity/passkeys/server/passkeys-feature.ts'
import { passkeyMethod } from '#identity/passkeys/server/passkeys-public.ts'
import { peopleFeature } from '#identity/people/server/people-feature.ts'
import { preferencesFeature } from '#identity/preferences/server/preferences-feature.ts'
import { signOnFeature } from '#identity/single-sign-on/server/single-sign-on-feature.ts'
import { singleSignOnMethod } from '#identity/single-sign-on/server/single-sign-on-public.ts'
import { teamFeature } from '#identity/team/server/team-feature.ts'
import { registrationFeature } from '#onboarding/registration/server/registration-feature.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { platformFeature } from '#platform/server/platform-feature.ts'
import { evaluationFeature } from '#site/evaluation/server/evaluation-feature.ts'
import { landingFeature } from '#site/landing/server/landing-feature.ts'

/** The sign-in methods besides the password, and the second factors. */
export const signInMethods = [authenticatorMethod, passkeyMethod, singleSignOnMethod]

/** What belongs to a person, and follows when two records of one person are merged. */
export const rowsAboutPeople = [
  consentRows,
  invitationRows,
  factRows,
  safeContactRows,
  consentRequestRows,
  memberRows,
  requestRows,
  referredPersonRows,
  intakeRows,
  sharedIntakeRows,
  correctionRows,
  recordLinkRows,
  listRows,
  personNoticeRows,
  helpAnswerRows,
]

/** All features of the server, each once, lower ones first: the demo community is created in this order. */
export const serverFeatures: ServerFeature[] = [
  platformFeature,
  filesFeature([mayReadTicketFile, mayReadConsentFile], [publishScannedFile]),
  organizationsFeature(recordProfile),
  listingsFeature,
  placesFeature,
  servicesFeature(listAccepted, createSearchCount, readPerson),
  serviceMapFeature,
  editingFeature,
  suggestionsFeature(listAccepted),
  freshnessFeature(listBusyServices),
  categoriesFeature,
  importsFeature,
  duplicatesFeature,
  searchCountsFeature,
  hsdsFeature,
  publicPagesFeature,
  peopleFeature,
  safeContactFeature,
  linkDeliveriesFeature,
  consentTextsFeature,
  clientsFeature(consentUsers),
  peopleListFeature,
  personFactsFeature,
  householdsFeature,
  intakeFormsFeature,
  fhirQuestionnairesFeature,
  accountsFeature(authenticatorMethod),
  authenticatorsFeature,
  passkeysFeature,
  signOnFeature(authenticatorMethod),
  accountSafetyFeature(signInMethods),
  teamFeature(welcomeRecipient, signInMethods),
  registrationFeature,
  preferencesFeature,
  listViewsFeature,
  personRightsFeature,
  referralNoticesFeature,
  linkNoticesFeature,
  messageReceiptsFeature,
  messageMentionsFeature,
  responseTimesFeature,
  referralsFeature,
  referralListsFeature,
  reportsFeature,
  referralDeliveriesFeature,
  answerLinksFeature,
  intakesFeature,
  onDeviceFeature,
  intakeLinksFeature,
  sharedIntakesFeature,
  referralFilesFeature,
  needTimelineFeature,
  nextFitsFeature,
  unmetNeedsFeature,
  networkReportFeature,
  scheduledReportsFeature,
  membersFeature,
  helpAnswersFeature,
  appointmentsFeature,
  ownRecordFeature,
  recordLinksFeature,
  personNoticesFeature,
  consentRequestsFeature,
  serviceListsFeature,
  duplicatePeopleFeature(rowsAboutPeople),
  cannedAnswersFeature,
  ticketsFeature(usualResponse),
  inboundMailFeature,
  ticketMeasuresFeature,
  legalFeature,
  myAccountFeature,
  landingFeature,
  evaluationFeature,
]
