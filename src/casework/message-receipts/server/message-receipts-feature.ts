import type { ServerFeature } from '#platform/server/feature.ts'
import { messageReceiptsTables } from './message-receipts-tables.ts'

/** Which organization saw which messages of a referral, and when. */
export const messageReceiptsFeature: ServerFeature = { name: 'message-receipts', tables: messageReceiptsTables }
