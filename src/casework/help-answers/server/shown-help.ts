import { shortName } from '#casework/clients/contact-record.ts'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import {
  listPeopleOf,
  listShared,
  lockReferral,
  publishChange,
  readableContact,
  readReferral,
  settleHelp,
} from '#casework/referrals/server/referrals-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { isContradiction, mayRecord, type RecordHelpCall, type ShownHelps } from '../help-answer.ts'
import { answerHelp } from './answer-help.ts'
import { listHelpFor } from './help-answer-queries.ts'

/**
 * What the people of a referral answered, for whoever sees the details; the recipient knows them as they were shared.
 * @throws 404
 */
export async function listShownHelp(database: Database, actor: Actor, referralId: string): Promise<ShownHelps> {
  const { isSender } = await readableContact(database, actor, referralId)
  const referral = await readReferral(database, referralId)
  if (!referral) throw problem('not-found')
  const shared = isSender ? null : await listShared(database, referralId)
  const answers = (await listHelpFor(database, referralId)).filter((one) => !shared || shared.has(one.contactId))
  const answered = answers.map(({ contactId }) => contactId)
  await recordAccess(database, actor, answered, { way: 'referral', referralId })
  const items = await Promise.all(
    answers.map(async ({ contactId, answer, comment, changedOn, recordedByName }) => {
      const person = shared ? shared.get(contactId) : await findContactRow(database, contactId)
      return {
        ...{ answer, changedOn, comment: isSender ? comment : null },
        ...{ name: person ? shortName(person) : '', recordedByName: isSender ? recordedByName : null },
        contradicts: isContradiction(referral, answer),
      }
    }),
  )
  const people = isSender ? await listRecordable(database, referral, answers) : []
  return { items, people, deniedOn: isSender ? referral.helpDeniedOn : null }
}

/** The people of a referral whose answer staff can record; whoever was erased is not among them. */
async function listRecordable(
  database: Database,
  referral: Parameters<typeof mayRecord>[0] & { id: string },
  answers: Awaited<ReturnType<typeof listHelpFor>>,
) {
  const people = await Promise.all(
    (await listPeopleOf(database, referral.id)).map(async ({ contactId }): Promise<ShownHelps['people']> => {
      const before = answers.find((one) => one.contactId === contactId) ?? null
      const person = mayRecord(referral, before) ? await findContactRow(database, contactId) : undefined
      const { answer = null, comment = null } = before ?? {}
      return person?.organizationId ? [{ contactId, name: shortName(person), answer, comment }] : []
    }),
  )
  return people.flat()
}

/** The sender's staff record what a person told them. @throws 404, 403 for the recipient, 409 help-not-asked */
export async function recordHelp(
  services: { database: Database; config: Config },
  actor: Actor,
  referralId: string,
  { contactId, ...said }: RecordHelpCall,
) {
  const who = async (transaction: Database) => {
    const { isSender } = await readableContact(transaction, actor, referralId)
    if (!isSender) throw problem('forbidden')
    return { contactId, accountId: actor.accountId, recorder: actor }
  }
  await answerHelp(services, who, { referralId, ...said })
  return listShownHelp(services.database, actor, referralId)
}

/** The sender looked into a contradiction, which then no longer waits. Safe to repeat. @throws 404, 403 */
export const settleShownHelp = (database: Database, actor: Actor, referralId: string) =>
  runAct(database, async (transaction) => {
    const { isSender } = await readableContact(transaction, actor, referralId)
    if (!isSender) throw problem('forbidden')
    const referral = await lockReferral(transaction, referralId)
    if (!referral?.helpDeniedOn) return
    await settleHelp(transaction, referral)
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'referral.settleHelp', subjectType: 'referral', subjectId: referralId },
    })
    await publishChange(transaction, referralId)
  })
