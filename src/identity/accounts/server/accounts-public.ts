/** What other features may use of accounts on the server. */
export { listAccountEvents, type Origin, originOf, recordAccountEvent } from './account-event.ts'
export { freezeAccount, isFrozen, lockSignedIn, requireNotFrozen } from './account-freeze.ts'
export { sendAccountMail } from './account-mail.ts'
export {
  accountName,
  accountPerson,
  accountsContaining,
  accountsWithRole,
  hasRoleAmong,
  isActiveAccount,
  organizationHasAccount,
  organizationHasAdmin,
  organizationsWithAdmin,
  rolesOf,
} from './account-person.ts'
export { accountProblem } from './account-problem.ts'
export {
  findAccount,
  findAccountByEmail,
  getAccountRow,
  getPersonOfAccount,
  hasActiveAccount,
  listRoles,
  listStandings,
  lockAccountRow,
  lockStanding,
} from './account-queries.ts'
export {
  addRoles,
  approveAccount,
  confirmAccountEmail,
  confirmInvitedEmail,
  insertAccount,
  markDemoApplicant,
  raiseAccountVersion,
  refuseAccount,
  removeRoles,
  requirePasswordReset,
  setAccountDeactivated,
  setAccountEmail,
  voidSignedLinks,
} from './account-record.ts'
export { accountIsActive, accountMayReceive } from './account-standing.ts'
export {
  consumeConfirmation,
  countConfirmations,
  endMailedLinks,
  findConfirmation,
  insertConfirmation,
  linksSentFor,
  withdrawToken,
} from './account-token-queries.ts'
export { completeSignIn, renewSession } from './complete-sign-in.ts'
export { demoMemberEmail, listDemoAccounts } from './demo-accounts.ts'
export { deviceOf, placeOf } from './device.ts'
export type { FactorProof, ProvingMethod } from './factor-proof.ts'
export { requestSecuringReset } from './forgot-password.ts'
export { createGuessThrottle, type GuessThrottle } from './guess-throttle.ts'
export { lockTeam, requireAnotherAdmin } from './lock-team.ts'
export { requireMaySignIn } from './may-sign-in.ts'
export { consumeNotMeLink, consumeNotMeLinksSince, findNotMeLink } from './not-me-link-queries.ts'
export { requireStrongPassword } from './require-strong-password.ts'
export { getSecondFactorNeed, listRoleRules, setRoleRule } from './second-factor-need.ts'
export { hashAnswer, hashCode, hashPassword, newCode, verifyPassword } from './secret-hash.ts'
export { notifyAdminsOfReport, notifyOwner } from './security-mail.ts'
export {
  cookieName,
  endSessionsOf,
  endSomeSessions,
  findActor,
  findListener,
  listActiveSessions,
  openSession,
  publishSessionEnd,
  resumeOwnSession,
} from './session.ts'
export { extendSession, readSessionClock } from './session-clock.ts'
export {
  consumeSignInLinks,
  countSignInLinks,
  findSignInLink,
  insertSignInLink,
  withdrawSignInLinks,
} from './sign-in-link-queries.ts'
export type { SignInMethod } from './sign-in-method.ts'
export { hasOtherSignInMethod, removeSignInMethod } from './sign-in-methods.ts'
export { insertImpersonation, recordActingEnd } from './sign-out.ts'
