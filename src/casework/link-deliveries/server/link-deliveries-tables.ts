import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { LinkDeliveryRow } from '../link-delivery.ts'

/** The tables that only this feature writes. */
export const linkDeliveriesTables: Record<string, z.ZodObject> = { link_delivery: LinkDeliveryRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    linkDelivery: TableFor<LinkDeliveryRow, 'queuedOn' | 'handedOverOn' | 'failedOn' | 'failure'>
  }
}
