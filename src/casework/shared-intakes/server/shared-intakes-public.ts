/** What other features may use of shared intakes. */
export { consentUsers } from './consent-users.ts'
export { eraseSharedIntakes, listPersonShared } from './share-intake.ts'
export { sharedIntakeRows } from './shared-intake-rows.ts'
