/** What other features may use of referrals: the claim link of a registration, and the demo's stories. */

export { readByLink, takeByLink, writeByLink } from './answer-by-link.ts'
export { assignReferral } from './assign-referral.ts'
export { getDeliveryState, notifyNotDelivered, publishDelivery } from './delivery-state.ts'
export { referralsUnderConsent } from './end-access.ts'
export { denyHelp, settleHelp } from './help-denied.ts'
export { inviteAgain } from './invite-again.ts'
export { listAccepted } from './list-accepted.ts'
export { listBusyServices } from './list-busy-services.ts'
export { listNeedHistory } from './need-history.ts'
export { listAnswerDays, readNextTry } from './next-try.ts'
export { notifyAssignedTogether } from './notify-step.ts'
export { lockTries } from './only-try.ts'
export {
  isCoveredOnlyBy,
  lockReadable,
  lockToShare,
  publishChange,
  readableContact,
  requireWritable,
} from './open-to-share.ts'
export { listNeeds, openNeed, openNeeds } from './person-needs.ts'
export { findNotifiedStep, listPeopleOf, type NotifiedStep, personNewsTask, type ReferredTo } from './person-news.ts'
export {
  erasePersonReferrals,
  hasOpenReferral,
  lastReferralActivity,
  listOpenReferrals,
  listOwnReferrals,
  listPersonReferrals,
  listReferredFor,
  lockPersonReferrals,
  referralNeeds,
} from './person-referrals.ts'
export { lockWorkedOn, mayWork, type Worker } from './record-first-contact.ts'
export {
  claimInvitation,
  findInvitation,
  recordLinkLanguage,
  recordOpened,
  referralSenders,
  settleClaim,
} from './referral-invitation.ts'
export { findLinkStanding, type LinkStanding } from './referral-link.ts'
export { countLists, listReferrals, listSelection } from './referral-list-queries.ts'
export { findMessage, insertMessage } from './referral-messages.ts'
export {
  findReferralRow as readReferral,
  insertStep,
  isCaseworkerOf,
  lockReferral,
  type WholeReferral,
} from './referral-queries.ts'
export { referralWords } from './referral-words.ts'
export { listShared } from './referred-people.ts'
export { referredPersonRows } from './referred-person-rows.ts'
export { remindRecipient } from './remind-recipient.ts'
export { requestRows } from './request-rows.ts'
export { takeStep } from './transition-referral.ts'
export { welcomeRecipient } from './welcome-recipient.ts'
