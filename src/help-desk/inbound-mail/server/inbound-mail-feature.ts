import type { ServerFeature } from '#platform/server/feature.ts'
import { startInboundMail } from './inbound-mail.ts'
import { inboundMailTables } from './inbound-mail-tables.ts'

/** Replies to ticket mails, which become notes, and reports on mail that was not delivered. */
export const inboundMailFeature: ServerFeature = {
  name: 'inbound-mail',
  tables: inboundMailTables,
  start: startInboundMail,
}
