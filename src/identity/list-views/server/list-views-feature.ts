import type { ServerFeature } from '#platform/server/feature.ts'
import { listViewsTables } from './list-views-tables.ts'

/** Saved views of lists. The feature of each list has the calls, and says what may be saved and shared. */
export const listViewsFeature: ServerFeature = { name: 'list-views', tables: listViewsTables }
