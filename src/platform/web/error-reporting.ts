import type { ApplicationInsights } from '@microsoft/applicationinsights-web'
import type { PublicConfiguration } from '../schema/configuration.ts'
import { ApiError } from './api.ts'

let service: ApplicationInsights | null = null

/** What failed, without anything that a person typed or that the server answered. */
const inWords = (error: unknown) =>
  error instanceof ApiError
    ? `A call failed: ${error.status} ${error.code}`
    : `A step failed: ${error instanceof Error ? error.name : typeof error}`

/**
 * Logs a failure that the screen itself says little or nothing about (D-HTTP-2): in the browser's console, and with the
 * error-reporting service where there is one.
 */
export function logFailure(error: unknown) {
  const exception = new Error(inWords(error))
  // biome-ignore lint/suspicious/noConsole: where there is no service, this is the client's log
  console.error(exception.message)
  service?.trackException({ exception })
}

/**
 * Sends uncaught errors and unhandled rejections to Application Insights, where the installation has a key for it.
 * Without a key nothing of it is downloaded. Pages, calls and what people type are not reported.
 */
export async function reportErrors(configuration: PublicConfiguration) {
  const { instrumentationKey: key, instrumentationUrl } = configuration
  if (!key) return
  const { ApplicationInsights } = await import('@microsoft/applicationinsights-web')
  const insights = new ApplicationInsights({
    config: {
      connectionString: instrumentationUrl
        ? `InstrumentationKey=${key};IngestionEndpoint=${instrumentationUrl}`
        : `InstrumentationKey=${key}`,
      enableUnhandledPromiseRejectionTracking: true,
      disableAjaxTracking: true,
      disableFetchTracking: true,
      disableCookiesUsage: true,
      enableAutoRouteTracking: false,
      disableExceptionTracking: false,
      maxBatchInterval: 2000,
    },
  })
  insights.loadAppInsights()
  service = insights
}
