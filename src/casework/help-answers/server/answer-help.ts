import {
  denyHelp,
  listPeopleOf,
  lockReferral,
  publishChange,
  settleHelp,
} from '#casework/referrals/server/referrals-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { type HelpCall, isContradiction, mayAnswer, mayRecord } from '../help-answer.ts'
import { helpAnswerProblem } from './help-answer-problem.ts'
import { listHelpFor } from './help-answer-queries.ts'

/** Who answers, checked in the act's transaction. */
type Who = (transaction: Database) => Promise<{
  contactId: string
  accountId: string | null
  /** staff who record what the person told them */
  recorder?: Actor
}>

/**
 * A person says whether they got help, once for each referral; they can change it for some days. Safe to repeat. If it
 * contradicts the recipient, the sender is notified once, and it waits for them.
 * @throws 404 unless the referral is theirs, 409 help-not-asked
 */
export const answerHelp = (
  { database, config }: { database: Database; config: Config },
  who: Who,
  { referralId, answer, comment }: HelpCall,
) =>
  runAct(database, async (transaction) => {
    const { contactId, accountId, recorder } = await who(transaction)
    const recordedBy = recorder?.accountId ?? null
    const referral = await lockReferral(transaction, referralId)
    const isTheirs = (await listPeopleOf(transaction, referralId)).some((person) => person.contactId === contactId)
    // An erasure either waits for this lock, or has already removed the organization from the record.
    const person = await lockContact(transaction, contactId, 'share')
    if (!referral || !isTheirs || !person?.organizationId) throw problem('not-found')
    const answers = await listHelpFor(transaction, referralId)
    const before = answers.find((one) => one.contactId === contactId) ?? null
    if (!(recorder ? mayRecord : mayAnswer)(referral, before)) throw helpAnswerProblem('help-not-asked')
    if (before?.answer === answer && before.comment === comment && before.recordedBy === recordedBy) return
    const changedOn = new Date().toISOString()
    // The person's days to change it begin with their own answer.
    const isFirst = before !== null && before.recordedBy !== null && !recorder
    const row = { answer, comment, recordedBy, changedOn, ...(isFirst && { answeredOn: changedOn }) }
    await transaction
      .insertInto('helpAnswer')
      .values({ referralId, contactId, ...row })
      .onConflict((conflict) => conflict.columns(['referralId', 'contactId']).doUpdateSet(row))
      .execute()
    await recordAudit(transaction, {
      ...{ actorId: accountId, action: 'contact.answerHelp', subjectType: 'contact', subjectId: contactId },
      detail: { referralId, answer, ...(recorder ? { isRecorded: true } : {}) },
    })
    const now = [...answers.filter((one) => one.contactId !== contactId), { answer }]
    if (isContradiction(referral, answer)) await denyHelp(transaction, config, referral, contactId, recorder)
    else if (!now.some((one) => isContradiction(referral, one.answer))) await settleHelp(transaction, referral)
    await publishChange(transaction, referralId)
  })
