import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { linkDeliveriesTables } from './link-deliveries-tables.ts'

/** By then the link has expired, and its own feature deletes it. */
const tidy = (database: Database) =>
  database.deleteFrom('linkDelivery').where('queuedOn', '<', sql<string>`now() - interval '1 year'`).execute()

/** What became of links that were sent to people. */
export const linkDeliveriesFeature: ServerFeature = { name: 'link-deliveries', tables: linkDeliveriesTables, tidy }
