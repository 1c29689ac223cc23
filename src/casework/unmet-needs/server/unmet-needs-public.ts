/** What other features may use of the unmet needs. */
export { reportUnmet } from './report-unmet.ts'
