import type { ApplicationInsights } from '@microsoft/applicationinsights-web'
import type { PublicConfiguration } from '../schema/configuration.ts'
import { ApiError } from './api.ts'

let service: ApplicationInsights | null = null

/** What failed, without user input or server responses. */
const inWords = (error: unknown) =>
  error instanceof ApiError
    ? `A call failed: ${error.status} ${error.code}`
    : `A step failed: ${error instanceof Error ? error.name : typeof error}`

/**
 * Logs a failure for which the screen shows few or no details (D-HTTP-2): in the browser's console, and in the
 * error-reporting service if there is one.
 */
export function logFailure(error: unknown) {
  const exception = new Error(inWords(error))
  // biome-ignore lint/suspicious/noConsole: where there is no service, this is the client's log
  console.error(exception.message)
  service?.trackException({ exception })
}

/**
 * Sends uncaught errors and unhandled rejections to Application Insights, if the installation has a key. Without a key,
 * nothing is downloaded. Page views, calls and user input are not reported.
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
