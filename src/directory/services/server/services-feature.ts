import type { ServerFeature, Services } from '#platform/server/feature.ts'
import { crisisRoutes } from './crisis-routes.ts'
import { importDemoDirectory } from './directory-public.ts'
import { fitRoutes } from './fit-routes.ts'
import { tidyJournal } from './import/import-journal.ts'
import { loadOpenEligibility } from './import/terms.ts'
import { recountListed } from './listed-counts.ts'
import { lookAhead, lookAheadCrontab, lookAheadTask } from './look-ahead.ts'
import type { ReadPerson } from './person-fit.ts'
import { readNewAreas } from './read-new-areas.ts'
import { refreshSearchLater, refreshSearchTask } from './refresh-search.ts'
import { type CountSearch, serviceRoutes } from './service-routes.ts'
import { servicesTables } from './services-tables.ts'
import type { ListAccepted } from './shown-place.ts'

/**
 * @param listAccepted what lets an organization know the confidential places of another, from the casework
 * @param createSearchCount what counts searches without a result
 * @param readPerson what reads the facts of a person on record, from the casework
 */
export const servicesFeature = (
  listAccepted: ListAccepted,
  createSearchCount: (services: Services) => CountSearch,
  readPerson: ReadPerson,
): ServerFeature => ({
  name: 'services',
  screens: ['directory', 'directory/service/:serviceId', 'directory/organization/:organizationId'],
  tag: 'directory',
  tables: servicesTables,
  routes: async (app, services) => {
    const countSearch = createSearchCount(services)
    await app.register(serviceRoutes, { ...services, listAccepted, countSearch })
    await app.register(fitRoutes, { ...services, listAccepted, countSearch, readPerson })
    await app.register(crisisRoutes, services)
  },
  prepare: ({ database }) => loadOpenEligibility(database),
  tasks: (services) => ({
    [refreshSearchTask]: refreshSearchLater(services),
    [lookAheadTask]: lookAhead(services),
  }),
  schedules: [lookAheadCrontab],
  tidy: async (database) => {
    await readNewAreas(database)
    await recountListed(database)
    await tidyJournal(database)
  },
  seedDemo: importDemoDirectory,
})
