import { sql } from 'kysely'
import { maskAddress } from '#platform/schema/mask-address.ts'
import type { Database } from '#platform/server/database.ts'
import type { MessageReport } from '#platform/server/message-report.ts'
import { type NewMessage, sendMessage, sendMessages } from '#platform/server/messages.ts'
import type { ReferralDeliveryRow } from '../referral-delivery.ts'

/** The task that learns what became of a tracked message. */
export const referralDeliveryTask = 'report-referral-delivery'

export interface Tracked {
  referralId: string
  purpose: ReferralDeliveryRow['purpose']
}

interface To {
  message: NewMessage
  accountId: string | null
}

/** Sends messages and keeps what becomes of them, because they themselves are blanked and deleted. */
export async function sendTracked(database: Database, tracked: Tracked, messages: readonly To[]) {
  const reported = messages.map(({ message }) => ({ ...message, reportTo: referralDeliveryTask }))
  const ids = await sendMessages(database, reported)
  await insertDeliveries(database, tracked, messages, ids)
}

/** Sends an invitation, which may be refused, and keeps what becomes of it. */
export async function sendReferralInvitation(database: Database, referralId: string, message: NewMessage) {
  const id = await sendMessage(database, { ...message, reportTo: referralDeliveryTask })
  const ids = new Map(id === null ? [] : [[message.key, id]])
  await insertDeliveries(database, { referralId, purpose: 'invitation' }, [{ message, accountId: null }], ids)
}

async function insertDeliveries(
  database: Database,
  tracked: Tracked,
  messages: readonly To[],
  ids: ReadonlyMap<string, string>,
) {
  const rows = messages.flatMap(({ message: { key, channel, to }, accountId }) => {
    const messageId = ids.get(key)
    if (!messageId || channel === 'voice') return []
    return [{ ...tracked, messageId, channel, accountId, maskedAddress: maskAddress(channel, to) }]
  })
  if (rows.length > 0) await database.insertInto('referralDelivery').values(rows).execute()
}

const columnOf = { 'handed-over': 'handedOverOn', failed: 'failedOn', 'left-out': 'leftOutOn' } as const

/**
 * Keeps what became of messages that are all handed over, failed or left out; the first report of a kind counts.
 * @returns of those for which this is new: the message and its referral
 */
export async function settleDeliveries(
  database: Database,
  state: MessageReport['state'],
  reports: readonly MessageReport[],
) {
  const column = sql.ref(`delivery.${columnOf[state]}`)
  const { rows } = await sql<Pick<ReferralDeliveryRow, 'messageId' | 'referralId' | 'purpose'>>`
    update referral_delivery delivery set ${sql.ref(columnOf[state])} = given."on"
      ${state === 'failed' ? sql`, failure = coalesce(given.failure, 'refused')` : sql``}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as given ("messageId" uuid, failure text, "on" timestamptz)
    where delivery.message_id = given."messageId" and ${column} is null
    returning delivery.message_id, delivery.referral_id, delivery.purpose`.execute(database)
  return rows
}

/** Messages that were sent together, and what became of them. */
export interface DeliveryGroup extends Pick<ReferralDeliveryRow, 'purpose' | 'channel' | 'queuedOn' | 'handedOverOn'> {
  people: number
  waiting: number
  handedOver: number
  leftOut: number
  /** some of the masked addresses */
  addresses: string[]
  failures: { address: string; failure: NonNullable<ReferralDeliveryRow['failure']> }[]
}

/** What became of a referral's notices, oldest first. */
export const listDeliveries = async (database: Database, referralId: string) =>
  (
    await sql<DeliveryGroup>`
      select purpose, channel, queued_on, count(*)::int as people,
        count(*) filter (where num_nonnulls(handed_over_on, failed_on, left_out_on) = 0)::int as waiting,
        count(*) filter (where handed_over_on is not null and failed_on is null)::int as handed_over,
        max(handed_over_on) filter (where failed_on is null) as handed_over_on,
        count(*) filter (where left_out_on is not null)::int as left_out,
        (array_agg(masked_address order by masked_address))[1:3] as addresses,
        coalesce(jsonb_agg(jsonb_build_object('address', masked_address, 'failure', failure) order by masked_address)
          filter (where failed_on is not null), '[]') as failures
      from referral_delivery where referral_id = ${referralId}::uuid
      group by purpose, channel, queued_on order by queued_on, purpose, channel`.execute(database)
  ).rows
