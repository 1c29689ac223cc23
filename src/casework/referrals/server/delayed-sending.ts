import { sql } from 'kysely'
import { z } from 'zod'
import { notifyCreator } from '#casework/referral-notices/server/referral-notices-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, type InTransaction, prepared, runAct } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { Problem, problem } from '#platform/server/problem.ts'
import { checkNotTaken, wasTaken } from './first-acceptance.ts'
import { lockCase } from './lock-case.ts'
import { newsOf, publishReferral } from './notify-step.ts'
import type { Product, ReferralServices } from './referral-context.ts'
import { referralProblem } from './referral-problem.ts'
import {
  isCaseworkerOf,
  isSameDestination,
  lockReferral,
  updateReferral,
  type WholeReferral,
} from './referral-queries.ts'
import type { ReferralSendingRow } from './referrals-tables.ts'
import { checkSending, type Sendable, type Sending, sendReferral } from './send-referral.ts'

export const sendReferralsTask = 'send-referrals'

const columns = [
  ...(['referralId', 'batchId', 'accountId', 'sendsOn', 'refused', 'note', 'intakeReason'] as const),
  ...(['consentOverrideReason', 'consentOverrideText'] as const),
] as const

/** A draft that is on its way, or that was: with what its sender typed. */
export const findSending = async (database: Database, referralId: string) =>
  (await database
    .selectFrom('referralSending')
    .select(columns)
    .where('referralId', '=', referralId)
    .modifyEnd(prepared)
    .executeTakeFirst()) as ReferralSendingRow | undefined

/**
 * The other drafts whose sending this account undid together with that of a draft, in the order in which they are
 * locked. What a colleague stated about consent is not another one's statement.
 */
export const listUndoneWith = async (database: Database, referralId: string, accountId: string) =>
  (await database
    .selectFrom('referralSending')
    .innerJoin('referral', 'referral.id', 'referralSending.referralId')
    .select(columns.map((column) => `referralSending.${column}` as const))
    .where('batchId', '=', (query) =>
      query.selectFrom('referralSending').select('batchId').where('referralId', '=', referralId),
    )
    .where('referralId', '<>', referralId)
    .where('accountId', '=', accountId)
    .where('referral.status', '=', 'Draft')
    .where('sendsOn', 'is', null)
    .where('refused', 'is', null)
    .orderBy('referralId')
    .execute()) as ReferralSendingRow[]

/** Sends these drafts again, as they were typed, together with another one of the same batch. */
export async function sendAgain(
  database: Database,
  product: Product,
  actor: Actor,
  {
    first,
    tries,
    undone,
    batchId,
  }: {
    /** the draft that is open, which was sent already */
    first: WholeReferral
    tries: readonly WholeReferral[]
    undone: readonly ReferralSendingRow[]
    batchId: string
  },
) {
  const sent = [first]
  for (const { referralId, note, intakeReason, consentOverrideReason: reason, consentOverrideText: text } of undone) {
    const referral = tries.find(({ id }) => id === referralId)
    const override = reason ? { reason, text } : null
    if (!referral) continue
    // Since they were undone, one of them may have got the recipient of another.
    if (sent.some(isSameDestination(referral))) throw referralProblem('same-recipient')
    sent.push(referral)
    await atDraft(database, referral, () =>
      sendSoon(database, product, actor, referral, { batchId, note, intakeReason, override }),
    )
  }
}

/** What prevents one of several drafts says which one, and not at a field of the draft that is open. */
async function atDraft(database: Database, referral: WholeReferral, act: () => Promise<void>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const recipient = await getOrganizationName(database, referral.recipientOrganizationId)
    throw referralProblem('other-draft-refused', { extra: { referralId: referral.id, recipient, reason: error.code } })
  }
}

/**
 * Forgets why these drafts could be sent without a consent, or to somebody who takes nobody: it was stated for another
 * person, need or recipient.
 */
export const forgetReasons = (database: Database, referralIds: string[]) =>
  database
    .updateTable('referralSending')
    .set({ intakeReason: null, consentOverrideReason: null, consentOverrideText: null })
    .where('referralId', '=', sql<string>`any(${referralIds}::uuid[])`)
    .execute()

export const deleteSending = (database: Database, referralId: string) =>
  database.deleteFrom('referralSending').where('referralId', '=', referralId).execute()

const updateSending = (
  database: Database,
  referralId: string,
  change: Partial<Pick<ReferralSendingRow, 'sendsOn' | 'refused'>>,
) => database.updateTable('referralSending').set(change).where('referralId', '=', referralId).execute()

/** Does something and undoes all of it, to learn whether it fails. */
async function tryOut(transaction: Database, act: () => Promise<void>) {
  await sql`savepoint trial`.execute(transaction)
  await act()
  await sql`rollback to savepoint trial`.execute(transaction)
}

type SendingOfBatch = Sending & { batchId: string }

/**
 * Sends a locked draft, in the caller's transaction: at once, or after the seconds in which the sender can undo it. Until
 * then nothing is shared, counted or told. What prevents the sending is found immediately.
 * @param sending with `batchId`, of all that are sent with one call
 */
export async function sendSoon(
  database: Database,
  product: Product,
  actor: Actor,
  referral: WholeReferral,
  sending: SendingOfBatch,
) {
  await Promise.all([
    product.sendUndoSeconds === 0 ? deleteSending(database, referral.id) : updateReferral(database, referral, {}),
    sendNewSoon(database, product, actor, referral, async () => referral, sending),
  ])
}

/**
 * The same of a draft that this transaction makes.
 * @param draft what of it is known before its rows are written
 * @param written its rows
 */
export async function sendNewSoon(
  database: Database,
  product: Product,
  actor: Actor,
  draft: Sendable,
  written: () => Promise<WholeReferral>,
  { batchId, ...sending }: SendingOfBatch,
) {
  const send = async () => sendReferral(database, product, actor, await written(), sending)
  if (product.sendUndoSeconds === 0) return send()
  const { isInvited } = await checkSending(database, product, actor, draft, sending)
  // A claim link can be refused.
  if (isInvited) await tryOut(database, send)
  await keepSending(database, actor, draft, { batchId, ...sending }, product.sendUndoSeconds)
}

/** Keeps what was typed for a draft until its time comes. */
async function keepSending(
  database: Database,
  actor: Actor,
  referral: Sendable,
  { batchId, ...sending }: SendingOfBatch,
  seconds: number,
) {
  const sendsOn = new Date(Date.now() + seconds * 1000)
  const row = {
    ...{ referralId: referral.id, batchId, accountId: actor.accountId, sendsOn: sendsOn.toISOString(), refused: null },
    ...{ note: sending.note ?? null, intakeReason: sending.intakeReason ?? null },
    consentOverrideReason: sending.override?.reason ?? null,
    consentOverrideText: sending.override?.text ?? null,
  }
  await Promise.all([
    database
      .insertInto('referralSending')
      .values(row)
      .onConflict((conflict) => conflict.column('referralId').doUpdateSet(row))
      .modifyEnd(prepared)
      .execute(),
    recordAudit(database, {
      ...{ actorId: actor.accountId, action: 'referral.sendSoon', subjectType: 'referral', subjectId: referral.id },
    }),
    publishReferral(database, referral),
    addJob(database, sendReferralsTask, { batchId }, { key: `${sendReferralsTask}:${batchId}`, runAt: sendsOn }),
  ])
}

/** @throws problem being-sent, if a draft is on its way */
export async function checkNotBeingSent(database: Database, referralId: string) {
  if ((await findSending(database, referralId))?.sendsOn) throw referralProblem('being-sent')
}

/** @throws problem being-sent, if a draft for this need is on its way */
export async function checkNoneBeingSent(database: Database, requestId: string) {
  const found = await database
    .selectFrom('referralSending')
    .innerJoin('referral', 'referral.id', 'referralSending.referralId')
    .select('referralId')
    .where('requestId', '=', requestId)
    .where('referral.status', '=', 'Draft')
    .where('sendsOn', 'is not', null)
    .executeTakeFirst()
  if (found) throw referralProblem('being-sent')
}

/**
 * A draft that is on its way, or that was; and for the account that sends it, until when that can be undone. The
 * database's clock decides.
 */
export async function findSendingUndo(database: Database, referralId: string, accountId: string | null) {
  const row = await database
    .selectFrom('referralSending')
    .select(columns)
    .select(sql<boolean | null>`sends_on > clock_timestamp()`.as('isOpen'))
    .where('referralId', '=', referralId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!row) return { undo: null }
  const { isOpen, ...kept } = row
  const sending = kept as ReferralSendingRow
  const undo = isOpen && sending.accountId === accountId ? { action: 'send', until: sending.sendsOn } : null
  return { sending, undo }
}

/** All of one call that are still on their way, in the order in which they are locked. */
const listBatch = (database: Database, batchId: string) =>
  database
    .selectFrom('referralSending')
    .select(columns)
    .where('batchId', '=', batchId)
    .where('sendsOn', 'is not', null)
    .orderBy('referralId')
    .modifyEnd(prepared)
    .execute() as Promise<ReferralSendingRow[]>

/**
 * Takes back the sending of a draft and of all that were sent with it, in the caller's transaction, which has locked all
 * tries for the need. They stay drafts.
 * @throws problem undo-over
 */
export async function undoSending(database: Database, draft: WholeReferral, actor: Actor) {
  const { sending, undo } = await findSendingUndo(database, draft.id, actor.accountId)
  if (!sending || !undo) throw referralProblem('undo-over')
  for (const { referralId } of await listBatch(database, sending.batchId)) {
    const referral = await lockReferral(database, referralId)
    if (referral?.status !== 'Draft') continue
    await updateSending(database, referralId, { sendsOn: null })
    await updateReferral(database, referral, {})
    await recordAudit(database, {
      ...{ actorId: actor.accountId, action: 'referral.undoSending', subjectType: 'referral', subjectId: referralId },
    })
    await publishReferral(database, referral)
  }
}

/** Sends all of one call whose time has come, in one transaction. What cannot be sent any more stays a draft. */
export const sendReferrals =
  ({ database, config }: ReferralServices): Task =>
  async (payload) => {
    const { batchId } = z.object({ batchId: z.string() }).parse(payload)
    await runAct(database, async (transaction) => {
      const [first] = await listBatch(transaction, batchId)
      if (!first) return
      const { tries } = await lockCase(transaction, first.referralId, { consents: true })
      for (const sending of await listBatch(transaction, batchId)) await sendNow(transaction, config, tries, sending)
    })
  }

async function sendNow(
  transaction: InTransaction,
  product: Product,
  tries: readonly WholeReferral[],
  sending: ReferralSendingRow,
) {
  const referral = tries.find(({ id }) => id === sending.referralId)
  // That acceptance can be undone.
  if (referral && (await wasTaken(transaction, referral)))
    return updateSending(transaction, referral.id, { sendsOn: null, refused: 'need-taken' })
  // Discarded or marked as an error.
  if (referral?.status !== 'Draft') return deleteSending(transaction, sending.referralId)
  await sql`savepoint sending`.execute(transaction)
  try {
    await sendAs(transaction, product, tries, referral, sending)
    await deleteSending(transaction, referral.id)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await sql`rollback to savepoint sending`.execute(transaction)
    await keepUnsent(transaction, product, referral, { ...sending, refused: error.code })
  }
}

async function sendAs(
  database: Database,
  product: Product,
  tries: readonly WholeReferral[],
  referral: WholeReferral,
  sending: ReferralSendingRow,
) {
  const { accountId, consentOverrideReason: reason, consentOverrideText: text, note, intakeReason } = sending
  const organizationId = referral.senderOrganizationId
  if (!(await isCaseworkerOf(database, accountId, organizationId))) throw problem('forbidden')
  checkNotTaken(tries, referral, 'send')
  await sendReferral(database, product, { accountId, organizationId }, referral, {
    ...{ note, intakeReason, override: reason ? { reason, text } : null },
  })
}

/** Nobody waits for the answer of a call any more: the sender is told by a message, on Home and on the draft. */
async function keepUnsent(
  database: Database,
  product: Product,
  referral: WholeReferral,
  { accountId, batchId, refused }: ReferralSendingRow,
) {
  await updateSending(database, referral.id, { sendsOn: null, refused })
  await updateReferral(database, referral, {})
  const news = await newsOf(database, referral, null, { id: `${referral.id}:unsent:${batchId}`, action: 'unsent' })
  await notifyCreator(database, product, { ...news, createdById: accountId })
  await publishReferral(database, referral)
}

/** A draft is back that was recalled while it was on its way. If its time came meanwhile, its sender is told. */
export async function keepRestored(database: Database, product: Product, referral: WholeReferral) {
  const sending = await findSending(database, referral.id)
  if (sending?.sendsOn === null && sending.refused === 'need-taken')
    await keepUnsent(database, product, referral, sending)
}

/** Deletes what was typed for drafts that are no drafts any more, and cannot become drafts again. */
export const tidySendings = (database: Database) =>
  sql`delete from referral_sending sending using referral
    where referral.id = sending.referral_id and referral.status <> 'Draft' and sending.sends_on is null
      and not exists (select from referral_undo undo where undo.referral_id = referral.id)`.execute(database)
