/** What other features show of the unmet needs. */
export { UnmetReportView } from './unmet-report-view.tsx'
