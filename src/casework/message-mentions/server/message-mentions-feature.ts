import type { ServerFeature } from '#platform/server/feature.ts'
import { messageMentionsTables } from './message-mentions-tables.ts'

/** Who is mentioned in the messages of a referral. */
export const messageMentionsFeature: ServerFeature = { name: 'message-mentions', tables: messageMentionsTables }
