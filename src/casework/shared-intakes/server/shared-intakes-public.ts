/** What other features may use of shared intakes. */
export { eraseSharedIntakes, listPersonShared } from './share-intake.ts'
export { sharedIntakeRows } from './shared-intake-rows.ts'
