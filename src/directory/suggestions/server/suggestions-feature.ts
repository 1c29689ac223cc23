import { sql } from 'kysely'
import type { ListAccepted } from '#directory/services/server/directory-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { suggestionRoutes } from './suggestion-routes.ts'
import { suggestionProblem } from './suggestions-problem.ts'
import { suggestionsTables } from './suggestions-tables.ts'

/**
 * Corrections that people suggest, for the owners of the listings.
 * @param listAccepted what lets an organization know the confidential places of another, from the casework
 */
export const suggestionsFeature = (listAccepted: ListAccepted): ServerFeature => ({
  name: 'suggestions',
  screens: ['directory/service/:serviceId/correction', 'organization/corrections'],
  tag: 'directory',
  tables: suggestionsTables,
  problems: suggestionProblem,
  routes: (app, services) => app.register(suggestionRoutes, { ...services, listAccepted }),
  tidy: (database) =>
    database.deleteFrom('listingSuggestion').where('decidedOn', '<', sql<string>`now() - interval '1 year'`).execute(),
})
