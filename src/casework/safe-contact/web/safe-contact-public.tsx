/** What other features show of how a person may be contacted. */
export { SafeCall, SafeEmailLink, SafePhoneLink } from './contact-marks.tsx'
export { NotOffered } from './offer.tsx'
export { SafeContactBanner } from './safe-contact-banner.tsx'
export { SafeContactDialog } from './safe-contact-dialog.tsx'
export { OwnSafeContact } from './safe-contact-facts.tsx'
