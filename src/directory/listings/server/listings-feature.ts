import type { ServerFeature } from '#platform/server/feature.ts'
import { listingsTables } from './listings-tables.ts'

/** The history of listings, and who edited or confirmed each of their fields. */
export const listingsFeature: ServerFeature = { name: 'listings', tables: listingsTables }
