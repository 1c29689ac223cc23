/** What other features may use of safe contact. */
export { findShownSender } from './find-shown-sender.ts'
export { neutralWords } from './neutral-words.ts'
export { requireSafe, requireTexts } from './require-safe.ts'
export { eraseSafeContact, findSafeContact, listSafeContacts, saveSafeContact } from './safe-contact-queries.ts'
export { safeContactRows } from './safe-contact-rows.ts'
export { contactWarning, safeContactWords } from './safe-contact-words.ts'
