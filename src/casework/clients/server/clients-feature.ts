import type { Config } from '#platform/server/config.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { clientsTables } from './clients-tables.ts'
import { consentRoutes } from './consent-routes.ts'
import type { ConsentUsers } from './consent-users.ts'
import { contactRoutes, phoneRoutes } from './contact-routes.ts'

/** @param consentUsers what is based on a consent and ends with it; passed in, because referrals depend on people */
export const clientsFeature = (consentUsers: (config: Config) => ConsentUsers): ServerFeature => ({
  name: 'clients',
  screens: ['people/new', 'people/:contactId'],
  tag: 'contacts',
  tables: clientsTables,
  routes: async (app, services) => {
    await app.register(contactRoutes, services)
    await app.register(consentRoutes, { ...services, consentUsers: consentUsers(services.config) })
    await app.register(phoneRoutes, services)
  },
})
