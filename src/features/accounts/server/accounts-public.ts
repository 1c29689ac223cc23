/** What other features may use of accounts on the server. */
export { type Origin, originOf, recordAccountEvent } from './account-event.ts'
export { findAccountByEmail } from './account-queries.ts'
export { completeSignIn, recordSignIn, replaceSession } from './complete-sign-in.ts'
export { demandStrongPassword } from './demand-strong-password.ts'
export { hashAnswer, hashCode, hashPassword, newCode } from './secret-hash.ts'
export { tellOwner } from './security-mail.ts'
export { endSessionsOf } from './session.ts'
