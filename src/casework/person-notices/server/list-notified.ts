import { sql } from 'kysely'
import { shortName } from '#casework/clients/contact-record.ts'
import { listPeopleOf, type ReferredTo, readableContact } from '#casework/referrals/server/referrals-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import { maskAddress } from '#platform/schema/mask-address.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import type { NotifiedPerson } from '../person-notice.ts'
import { isNotified, planNotice } from './plan-notice.ts'

/** Of what a person was notified about a referral, oldest first. That it was sent counts for all recipients of the same need. */
const listNotices = (database: Database, referralId: string, contactId: string) =>
  database
    .selectFrom('personNotice')
    .select(['id', 'kind', 'state', 'reason', 'channel', 'maskedAddress', 'changedOn'])
    .where('contactId', '=', contactId)
    .where('referralId', '=', referralId)
    .orderBy('changedOn')
    .orderBy('id')
    .execute()

interface Services {
  database: Database
  config: Pick<Config, 'sendsTexts'>
}

async function readNotified(
  { database, config }: Services,
  referralId: string,
  person: ReferredTo,
  isSender: boolean,
): Promise<NotifiedPerson | null> {
  const [row, plan] = [await findContactRow(database, person.contactId), await planNotice(database, config, person)]
  if (!row || !plan) return null
  const notices = await listNotices(database, referralId, person.contactId)
  return {
    name: shortName(row),
    contactId: isSender ? person.contactId : null,
    channel: isNotified(plan) ? plan.channel : null,
    maskedAddress: isSender && isNotified(plan) ? maskAddress(plan.channel, plan.to) : null,
    reason: isNotified(plan) ? null : plan.reason,
    notices: notices.map((notice) => ({ ...notice, maskedAddress: isSender ? notice.maskedAddress : null })),
  }
}

const isOfInterest = ({ channel, notices }: NotifiedPerson) =>
  channel !== null || notices.some(({ state }) => state === 'told')

/**
 * The people of a referral with their notifications, for whoever sees the details. Only the sender can change why
 * somebody is not notified, so the recipient sees those who are. @throws 404
 */
export async function listNotified({ database, config }: Services, actor: Actor, referralId: string) {
  const { isSender } = await readableContact(database, actor, referralId)
  const people = await listPeopleOf(database, referralId)
  const notified = await Promise.all(
    people.map((person) => readNotified({ database, config }, referralId, person, isSender)),
  )
  return notified.filter((person) => person !== null).filter((person) => isSender || isOfInterest(person))
}

/** A person's notifications, for their own copy. */
export const listPersonNotices = (database: Database, contactId: string) =>
  database
    .selectFrom('personNotice')
    .select(['referralId', 'kind', 'state', 'reason', 'channel', 'maskedAddress', 'changedOn'])
    .where('contactId', '=', contactId)
    .orderBy('changedOn')
    .orderBy('id')
    .execute()

/** Deletes a person's notifications, in the transaction of their erasure. */
export async function erasePersonNotices(database: Database, contactId: string) {
  const gone = await database
    .deleteFrom('personNotice')
    .where('contactId', '=', contactId)
    .returning('messageId')
    .execute()
  await eraseMessages(database, sql<boolean>`id = any(${gone.flatMap(({ messageId }) => messageId ?? [])}::uuid[])`)
}
