import { sql } from 'kysely'
import type { ServerFeature } from '#platform/server/feature.ts'
import { checkListings, checkListingsCrontab, checkListingsTask } from './check-listings.ts'
import { freshnessRoutes } from './freshness-routes.ts'
import { freshnessTables } from './freshness-tables.ts'
import type { ListBusyServices } from './start-checks.ts'

/**
 * Asks organizations whether their listings are still correct.
 * @param listBusy the services with most referrals, from the casework
 */
export const freshnessFeature = (listBusy: ListBusyServices): ServerFeature => ({
  name: 'freshness',
  screens: ['directory/check/:code', 'admin/unconfirmed'],
  tag: 'directory',
  tables: freshnessTables,
  routes: (app, services) => app.register(freshnessRoutes, services),
  tasks: (services) => ({ [checkListingsTask]: checkListings(services, listBusy) }),
  schedules: [checkListingsCrontab],
  tidy: (database) =>
    database.deleteFrom('listingCheckLink').where('expiresOn', '<', sql<string>`now() - interval '30 days'`).execute(),
})
