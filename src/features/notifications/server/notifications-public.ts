/** What other features may use to tell people something. */
export {
  confirmToCreator,
  notifyAdmins,
  notifyAsker,
  notifyCreator,
  notifyRecipients,
  type ReferralNews,
} from './notify-referral.ts'
export { type Product, writeInvitation } from './referral-notice.ts'
