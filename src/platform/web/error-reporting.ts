import type { PublicConfiguration } from '../schema/configuration.ts'

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
}
