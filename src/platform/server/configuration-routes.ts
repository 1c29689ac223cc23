import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PublicConfiguration } from '../schema/configuration.ts'
import type { Config } from './config.ts'
import { passkeyOrigin } from './passkey-origin.ts'

/** What `GET /api/configuration` answers. */
export const publicPart = (config: Config): PublicConfiguration => ({
  authType: config.authType,
  signOnName: config.signOn?.name ?? null,
  passkeyOrigin: passkeyOrigin(config.publicUrl),
  recaptcha2SiteKey: config.recaptcha?.siteKey ?? null,
  instrumentationKey: config.instrumentation?.key,
  instrumentationUrl: config.instrumentation?.url ?? undefined,
  productName: config.productName,
  logoUrl: config.logoUrl,
  contactEmail: config.contactEmail,
  termsUrl: config.termsUrl,
  resourceLibraryUrl: config.resourceLibraryUrl,
  demoVideoUrl: config.demoVideoUrl,
  bookADemoUrl: config.bookADemoUrl,
  publicDirectory: config.publicDirectory.isOn,
  findsAddresses: config.geocoderUrl !== null,
  sendsTexts: config.sendsTexts,
  evaluation: config.evaluation,
  passwordMinLength: config.passwordMinLength,
  staleMonths: config.listings.staleMonths,
  deviceHours: config.deviceHours,
  offline: config.offline,
  timeZone: config.timeZone,
  partners: config.partners,
})

/** `GET /api/configuration`. */
export const configurationRoutes: FastifyPluginAsyncZod<{ config: Config }> = async (app, { config }) => {
  const answer = publicPart(config)
  app.get(
    '/api/configuration',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['configuration'],
        summary: 'What a browser needs to know of this portal',
        response: { 200: PublicConfiguration },
      },
    },
    async () => answer,
  )
}
