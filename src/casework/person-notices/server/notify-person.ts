import { sql } from 'kysely'
import { publishContact } from '#casework/clients/server/clients-public.ts'
import { makeLinkFor } from '#casework/record-links/server/record-links-public.ts'
import {
  findNotifiedStep,
  listPeopleOf,
  lockReferral,
  lockTries,
  type NotifiedStep,
  personNewsTask,
  publishChange,
  type ReferredTo,
  type WholeReferral,
} from '#casework/referrals/server/referrals-public.ts'
import { requireSafe } from '#casework/safe-contact/server/safe-contact-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import { maskAddress } from '#platform/schema/mask-address.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import type { NoticeKind } from '../person-notice.ts'
import { noticeWords } from './notice-words.ts'
import { isNotified, type Notified, type NotNotified, planNotice } from './plan-notice.ts'
import { personNoticeReportTask } from './report-notice.ts'
import { isNewsFor, isStillTrue, kindOf, LATEST_MS, listWaiting, lockNews } from './still-true.ts'

type Services = { database: Database; config: Config }
type Product = Pick<Config, 'productName' | 'publicUrl' | 'personNoticeMinutes' | 'sendsTexts'>

/** To a person, at an address that is safe. */
const personNotice: MessageKind = {
  name: 'person-notice',
  overBound: 'leave-out',
  bounds: { recipient: { most: 6, seconds: days(1) }, organization: { most: 2000, seconds: days(1) } },
}

interface Notifying {
  stepId: string
  action: NotifiedStep['action']
  kind: NoticeKind
  referral: WholeReferral
}

/** The state of a step's notice for a person. It is superfluous if another notice for the same need was sent. */
async function keepNotice(
  database: Database,
  { stepId, kind, referral }: Notifying,
  contactId: string,
  plan: Notified | NotNotified,
) {
  const row = isNotified(plan)
    ? { state: 'told' as const, reason: null, channel: plan.channel, maskedAddress: maskAddress(plan.channel, plan.to) }
    : { state: plan.nextOn ? ('waiting' as const) : ('not-told' as const), reason: plan.reason }
  const { rows } = await sql<{ id: string; messageId: string | null }>`
    insert into person_notice (referral_id, request_id, event_id, contact_id, kind, state, reason, channel, masked_address)
    select ${referral.id}, ${referral.requestId}, ${stepId}, ${contactId}, ${kind}, ${row.state}, ${row.reason}, ${row.channel ?? null}::text,
      ${row.maskedAddress ?? null}::text
    where ${kind}::text <> 'sent' or not exists (select from person_notice other
      where other.request_id = ${referral.requestId}::uuid and other.contact_id = ${contactId}::uuid and other.kind = 'sent'
        and other.event_id <> ${stepId}::uuid and other.state <> 'not-told')
    on conflict (event_id, contact_id) do update set state = excluded.state, reason = excluded.reason, channel = excluded.channel,
      masked_address = excluded.masked_address, changed_on = now() where person_notice.state = 'waiting'
    returning id, message_id`.execute(database)
  return rows[0]
}

/**
 * Nobody is notified of a step anymore, or one person is not. A notification by a text that did not arrive stays as not sent,
 * also if another message waits for safe hours since.
 */
async function dropWaiting(database: Database, stepId: string, contactId: string | null = null) {
  const isDropped = sql`event_id = ${stepId}::uuid and state = 'waiting'
    and (${contactId}::uuid is null or contact_id = ${contactId}::uuid)`
  await sql`update person_notice set state = 'not-told', reason = 'not-delivered', changed_on = now()
    where ${isDropped} and message_id is not null`.execute(database)
  await sql`delete from person_notice where ${isDropped}`.execute(database)
}

/** Notifies one person now, if they may be notified. @returns when to try again, in milliseconds since 1970 */
async function notifyOne(database: Database, product: Product, notifying: Notifying, person: ReferredTo) {
  const { contactId } = person
  await lockNews(database, contactId)
  // An erasure either waits for this lock, or has already removed the organization from the record.
  await lockContact(database, contactId, 'share')
  const {
    action,
    referral: { id: referralId },
  } = notifying
  if (!(await isNewsFor(database, { referralId, action }, contactId))) {
    await dropWaiting(database, notifying.stepId, contactId)
    return null
  }
  const plan = await planNotice(database, product, person)
  if (!plan) return null
  const notice = await keepNotice(database, notifying, contactId, plan)
  if (!notice || !isNotified(plan)) return notice && !isNotified(plan) ? plan.nextOn : null
  const { stepId, kind, referral } = notifying
  const { channel, to, language, hasAccount } = plan
  const organizationId = referral.senderOrganizationId
  const safety = await requireSafe(database, { contactId, organizationId, channel, to, field: 'to' })
  const link = hasAccount
    ? { url: `${product.publicUrl}/home`, expiresOn: new Date(Date.now() + LATEST_MS) }
    : await makeLinkFor(database, product, { contactId, channel, language })
  const messageId = await sendMessage(database, {
    ...{ kind: personNotice, about: { accountId: null, organizationId }, language, channel },
    ...noticeWords(product, { channel, language, hasAccount, url: link.url, isNeutral: safety.isNeutral }),
    to: channel === 'sms' ? dialable(to) : to,
    expiresOn: safety.endOf(link.expiresOn),
    reportTo: personNoticeReportTask,
    // Erasing the person's referrals blanks messages by the step in their key.
    // After a text that did not arrive, it is another message.
    key: ['person-notice', stepId, notice.messageId, contactId].filter(Boolean).join(':'),
  })
  // What waited for safe hours goes with it: the page says where each referral stands.
  const others = await listWaiting(database, contactId)
  const maskedAddress = maskAddress(channel, to)
  await database
    .updateTable('personNotice')
    .set({ messageId, state: 'told', reason: null, channel, maskedAddress, changedOn: new Date().toISOString() })
    .where('id', 'in', [notice.id, ...others.map(({ id }) => id)])
    .execute()
  for (const { kind: notifiedKind, referralId } of [{ kind, referralId: referral.id }, ...others])
    await recordAudit(database, {
      ...{ actorId: null, action: 'contact.tell', subjectType: 'contact', subjectId: contactId },
      detail: { kind: notifiedKind, channel, referralId },
    })
  await publishContact(database, contactId, organizationId)
  const alsoOf = new Set(others.map(({ referralId }) => referralId).filter((id) => id !== referral.id))
  for (const id of alsoOf) await publishChange(database, id)
  return null
}

/**
 * Notifies the people of a referral about a step, each by their own rules, if it still is as it says. @returns when to look
 * again, in milliseconds since 1970; null if nothing is left to do
 */
async function notifyOfStep(database: Database, product: Product, stepId: string, planned: NotifiedStep) {
  const { referralId, requestId, createdOn } = planned
  const dueOn = Date.parse(createdOn) + product.personNoticeMinutes * 60_000
  if (dueOn > Date.now()) return dueOn
  // Two recipients who were asked at once notify the person once.
  await lockTries(database, requestId)
  const referral = await lockReferral(database, referralId)
  // Read again: another step may have been taken before the referral was locked.
  const step = await findNotifiedStep(database, stepId)
  if (!referral || !step || !(await isStillTrue(database, stepId, step, referral.status))) {
    await dropWaiting(database, stepId)
    return null
  }
  const waits: number[] = []
  const notifying = { stepId, action: step.action, kind: kindOf[step.action], referral }
  const people = (await listPeopleOf(database, referralId)).toSorted((a, b) => a.contactId.localeCompare(b.contactId))
  for (const person of people) {
    const nextOn = await notifyOne(database, product, notifying, person)
    if (nextOn) waits.push(nextOn)
  }
  await publishChange(database, referralId)
  return waits.length ? Math.min(...waits) : null
}

/** The job of a step: safe to run twice, and repeated when the time has come or it is safe again. */
export const notifyPerson =
  ({ database, config }: Services): Task =>
  (payload) =>
    database.transaction().execute(async (transaction) => {
      const { stepId } = payload as { stepId: string }
      const step = await findNotifiedStep(transaction, stepId)
      const nextOn = step && (await notifyOfStep(transaction, config, stepId, step))
      if (nextOn)
        await addJob(transaction, personNewsTask, { stepId }, { key: `person-news:${stepId}`, runAt: new Date(nextOn) })
    })
