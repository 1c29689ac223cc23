import { lazy } from 'react'

/** Bars for the eye. A large library, which only readers of reports fetch, after the numbers are there. */
export const ReportChart = lazy(async () => ({ default: (await import('./report-chart.tsx')).ReportChart }))
