import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { type ConsentOverride, ConsentOverridePage, ConsentOverrideQuery } from '../consent-override.ts'

interface Row extends Omit<ConsentOverride, 'referringOrganization' | 'referredToOrganization'> {
  senderId: string
  senderName: string
  recipientId: string
  recipientName: string
}

/**
 * What was shared without a recorded consent, newest first; includes referrals that were recalled or marked as errors
 * since.
 */
async function listConsentOverrides(database: Database, query: z.infer<typeof ConsentOverrideQuery>) {
  const after = readCursor(query.cursor, [Timestamp, Id])
  const { rows } = await sql<Row>`
    select referral.id, referral.sent_on, referral.consent_override_reason as reason,
      sender.id as sender_id, sender.name as sender_name, recipient.id as recipient_id, recipient.name as recipient_name,
      (select ${accountName(sql`step.actor_id`)} from referral_event step
        where step.referral_id = referral.id and step.action = 'send' limit 1) as sent_by
    from referral
    join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
    join ${organizationNames.as('recipient')} on recipient.id = referral.recipient_organization_id
    where referral.consent_override_reason is not null and referral.sent_on is not null
      ${after ? sql`and (referral.sent_on, referral.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by referral.sent_on desc, referral.id desc limit ${query.limit + 1}`.execute(database)
  const items = rows.map(
    ({ senderId, senderName, recipientId, recipientName, ...row }): ConsentOverride => ({
      ...row,
      referringOrganization: { id: senderId, name: senderName },
      referredToOrganization: { id: recipientId, name: recipientName },
    }),
  )
  return pageFrom(items, query.limit, (item) => [item.sentOn, item.id])
}

/** The network's list of what was shared without a recorded consent. */
export const consentOverrideRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/admin/consentOverride',
    {
      config: { access: ['platform-admin'] },
      schema: {
        summary: 'What was shared without a recorded consent',
        querystring: ConsentOverrideQuery,
        response: { 200: ConsentOverridePage },
      },
    },
    ({ query }) => listConsentOverrides(database, query),
  )
}
