import type { Actor } from '#platform/schema/roles.ts'
import { answerStale } from '#platform/server/answer-stale.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { DraftChange } from '../referral-call.ts'
import { maySeeReferral, partiesOf } from '../referral-policy.ts'
import { contactColumns, lockPeople, readParts } from './create-referral.ts'
import { checkNoneBeingSent, forgetReasons } from './delayed-sending.ts'
import { getReferral } from './get-referral.ts'
import { publishReferral } from './notify-step.ts'
import { isOnlyTry, lockTries } from './only-try.ts'
import type { ReferralServices } from './referral-context.ts'
import {
  type Destination,
  findReferralRow,
  isSameDestination,
  lockReferral,
  updateReferral,
  type WholeReferral,
} from './referral-queries.ts'
import { listReferred, refreshDraftText, setReferred } from './referred-people.ts'

type Sender = Actor & { organizationId: string }

/**
 * Saves a complete draft, based on the version that was read.
 * @throws 404 if the actor may not see it, 409 stale-version or, once it is no longer a draft, illegal-transition
 */
export const changeDraft = (services: ReferralServices, actor: Sender, id: string, given: DraftChange) =>
  answerStale(
    () => saveDraft(services, actor, id, given),
    () => getReferral(services.database, actor, id),
  )

const saveDraft = ({ database }: ReferralServices, actor: Sender, id: string, given: DraftChange) =>
  runAct(database, async (transaction) => {
    const requestId = (await findReferralRow(transaction, id))?.requestId
    // Before the referral, as everywhere.
    if (requestId) await lockTries(transaction, requestId)
    const referral = await lockReferral(transaction, id)
    const who = referral ? partiesOf(actor, referral) : []
    if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
    if (!who.includes('sender')) throw problem('forbidden')
    if (given.version !== referral.version) throw problem('stale-version')
    if (referral.status !== 'Draft' || !(await isOnlyTry(transaction, referral))) throw problem('illegal-transition')
    // Those of one need share the person and the need.
    await checkNoneBeingSent(transaction, referral.requestId)
    await lockPeople(transaction, actor, given)
    const { destination } = await readParts(transaction, actor, given)
    await forgetReasons(transaction, await listMisstated(transaction, referral, given, destination))
    const { contactId, need, urgency, neededBy = null, note = null, directedToId = null } = given
    await transaction
      .updateTable('referralRequest')
      .set({ contactId, need, urgency, neededBy, note, changedOn: new Date().toISOString() })
      .where('id', '=', referral.requestId)
      .execute()
    await setReferred(transaction, id, contactId, given.alsoForIds)
    await updateReferral(transaction, referral, {
      ...destination,
      ...contactColumns(given.directReferralContact),
      directedToId,
    })
    for (const draft of await listTries(transaction, referral.requestId)) await refreshDraftText(transaction, draft)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'referral.changeDraft',
      subjectType: 'referral',
      subjectId: id,
    })
    await publishReferral(transaction, referral)
  })

/** The drafts about whose person, need or recipient this change says something else. */
async function listMisstated(
  database: Database,
  referral: WholeReferral,
  { contactId, need, alsoForIds }: DraftChange,
  destination: Destination,
) {
  const { request } = referral
  if (request.contactId !== contactId || request.need !== need) return listTries(database, referral.requestId)
  const others = (await listReferred(database, referral.id)).map((each) => each.contactId)
  const isSame = isSameDestination(destination)(referral) && alsoForIds.every((id) => others.includes(id))
  return isSame ? [] : [referral.id]
}

const listTries = async (database: Database, requestId: string) =>
  (await database.selectFrom('referral').select('id').where('requestId', '=', requestId).execute()).map(({ id }) => id)
