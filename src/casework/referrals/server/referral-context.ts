import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

export type Product = Pick<Config, 'publicUrl' | 'productName' | 'mailDetail' | 'timeZone'>
export interface ReferralServices {
  database: Database
  config: Product
}
/** The actor; null is the portal's own schedule. */
export type Acting = Actor | null
