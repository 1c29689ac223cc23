/** What other features may use to show counts of people outside their own organization. */
export { COUNT_STEP, type Counted, publishCounts, secretOfCounts } from './publish-counts.ts'
