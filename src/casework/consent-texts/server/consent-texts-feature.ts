import type { ServerFeature } from '#platform/server/feature.ts'
import { consentTextRoutes } from './consent-text-routes.ts'
import { consentTextsTables } from './consent-texts-tables.ts'

/** The text on which people give their consent, in versions. */
export const consentTextsFeature: ServerFeature = {
  name: 'consent-texts',
  screens: ['admin/consentText'],
  tables: consentTextsTables,
  routes: async (app, services) => {
    await app.register(consentTextRoutes, services)
  },
}
