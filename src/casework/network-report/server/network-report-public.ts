/** What other features may use of the network's report. */
export { reportOfNetwork } from './report-network.ts'
