import type { ServerFeature } from '#platform/server/feature.ts'
import { finishSearches, finishSearchesCrontab, finishSearchesTask } from './finish-searches.ts'
import { searchCountsRoutes } from './search-counts-routes.ts'
import { searchCountsTables } from './search-counts-tables.ts'

/** Counts the searches of the directory that found nothing that helped. */
export const searchCountsFeature: ServerFeature = {
  name: 'search-counts',
  tag: 'directory',
  screens: ['admin/searches'],
  tables: searchCountsTables,
  routes: (app, services) => app.register(searchCountsRoutes, services),
  tasks: (services) => ({ [finishSearchesTask]: finishSearches(services) }),
  schedules: [finishSearchesCrontab],
}
