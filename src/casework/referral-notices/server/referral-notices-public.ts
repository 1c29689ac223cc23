/** What other features may use to notify people. */
export { listAdmins, listCaseworkers } from './audience-queries.ts'
export { notifyLinkHolder } from './notify-link-holder.ts'
export {
  confirmToCreator,
  type MessageReader,
  notifyAdmins,
  notifyAssignee,
  notifyCreator,
  notifyDue,
  notifyHolders,
  notifyKeepers,
  notifyOfAssignments,
  notifyOfMessages,
  notifyOfUndeliveredLink,
  notifyRecipients,
  notifyRequester,
  type ReferralNews,
} from './notify-referral.ts'
export { type Languages, type Product, writeInvitation } from './referral-notice.ts'
export { listDeliveries, referralDeliveryTask, sendReferralInvitation, settleDeliveries } from './track-delivery.ts'
