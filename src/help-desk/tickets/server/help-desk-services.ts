import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

/** What the help desk's acts need. */
export interface HelpDeskServices {
  database: Database
  config: Pick<Config, 'productName' | 'publicUrl' | 'secretKeys' | 'mailReplyDomain' | 'mailTicketWords'>
}
