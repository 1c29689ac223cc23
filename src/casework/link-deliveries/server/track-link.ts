import { type RawBuilder, sql } from 'kysely'
import { maskAddress } from '#platform/schema/mask-address.ts'
import type { Database } from '#platform/server/database.ts'
import type { MessageReport } from '#platform/server/message-report.ts'
import { type NewMessage, sendMessage } from '#platform/server/messages.ts'
import type { LinkDeliveryRow, NotArrived, WithArrival } from '../link-delivery.ts'

/** The task that learns what became of a link's message. */
export const linkDeliveryTask = 'report-link-delivery'

/** A link that was sent, and the page that lists it. */
export type SentLink = Pick<LinkDeliveryRow, 'linkId' | 'sentBy' | 'organizationId' | 'page' | 'pageId'>

/** Records that a message with a link waits to be delivered. A newer message of the same link replaces it. */
export async function insertDelivery(
  database: Database,
  link: SentLink,
  { messageId, channel, to }: { messageId: string; channel: LinkDeliveryRow['channel']; to: string },
) {
  await deleteDeliveries(database, [link.linkId])
  await database
    .insertInto('linkDelivery')
    .values({ ...link, messageId, channel, maskedAddress: maskAddress(channel, to) })
    .execute()
}

/** Sends a message with a link, and records what becomes of it. @throws as `sendMessage` */
export async function sendLinkMessage(
  database: Database,
  link: SentLink,
  message: NewMessage & { channel: LinkDeliveryRow['channel'] },
) {
  const messageId = await sendMessage(database, { ...message, reportTo: linkDeliveryTask })
  const { channel, to } = message
  if (messageId) await insertDelivery(database, link, { messageId, channel, to })
}

/** Deletes what became of links that were withdrawn, used, sent again in another way, or erased. */
export async function deleteDeliveries(database: Database, linkIds: readonly string[]) {
  if (linkIds.length > 0) await database.deleteFrom('linkDelivery').where('linkId', 'in', linkIds).execute()
}

/** Deletes what became of messages that are to be blanked. @param messages their IDs, as a query */
export const deleteDeliveriesOf = (database: Database, messages: RawBuilder<string>) =>
  sql`delete from link_delivery where message_id in ${messages}`.execute(database)

/** Deletes what became of the links that a page lists, for a feature that does not know the links. */
export const deleteDeliveriesOn = (database: Database, { page, pageId }: Pick<SentLink, 'page' | 'pageId'>) =>
  database.deleteFrom('linkDelivery').where('page', '=', page).where('pageId', '=', pageId).execute()

/**
 * Records what became of messages; the first report of a kind counts.
 * @returns the links whose message failed, if that is new
 */
export async function settleLinkDeliveries(database: Database, reports: readonly MessageReport[]) {
  const { rows } = await sql<SentLink & Pick<LinkDeliveryRow, 'messageId' | 'failedOn'>>`
    update link_delivery delivery set
      handed_over_on = case when given.state = 'handed-over' then given."on" else delivery.handed_over_on end,
      failed_on = case when given.state = 'failed' then given."on" end,
      failure = case when given.state = 'failed' then coalesce(given.failure, 'refused') end
    from (select distinct on (report."messageId") report.*
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
        as report ("messageId" uuid, state text, failure text, "on" timestamptz)
      where report.state in ('handed-over', 'failed')
      order by report."messageId", report.state = 'failed' desc) given
    where delivery.message_id = given."messageId" and delivery.failed_on is null
    returning delivery.link_id, delivery.message_id, delivery.sent_by, delivery.organization_id, delivery.page,
      delivery.page_id, delivery.failed_on`.execute(database)
  return rows.filter(({ failedOn }) => failedOn !== null)
}

/** The links on these pages whose message failed: when, why, and at which masked address. @param pageIds in any order */
export const listUndeliveredLinks = (database: Database, pageIds: readonly string[]) =>
  database
    .selectFrom('linkDelivery')
    .select(['page', 'channel', 'maskedAddress', 'failure', sql<string>`failed_on`.as('failedOn')])
    .where('pageId', 'in', pageIds)
    .where('failedOn', 'is not', null)
    .orderBy('failedOn')
    .orderBy('linkId')
    .execute()

/** Adds to each link of a list whether its message did not arrive. */
export async function withArrival<Link extends { id: string }>(
  database: Database,
  links: readonly Link[],
): Promise<(Link & WithArrival)[]> {
  if (links.length === 0) return []
  const { rows } = await sql<NotArrived & { linkId: string }>`
    select link_id, masked_address, failure, failed_on from link_delivery
    where link_id = any(${links.map(({ id }) => id)}::uuid[]) and failed_on is not null`.execute(database)
  const failed = new Map(rows.map(({ linkId, ...notArrived }) => [linkId, notArrived]))
  return links.map((link) => ({ ...link, notArrived: failed.get(link.id) ?? null }))
}
