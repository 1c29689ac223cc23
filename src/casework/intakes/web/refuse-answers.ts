import type { ApiError } from '#platform/web/api.ts'
import type { PendingChanges } from './answer-queue.ts'
import { forgetKeptIntake } from './kept-intakes.ts'
import { keepRefused } from './unsent-intakes.ts'
import type { AnswersDraft } from './use-answers.ts'

/**
 * Keeps answers that the portal did not accept, to be read: those that its problem names, or all.
 * @returns what is left to be sent
 */
export async function refuseAnswers(
  { draftId, pending, asked }: AnswersDraft,
  { status, code, errors }: ApiError,
): Promise<PendingChanges> {
  // Who may not fill in intakes now may be allowed to again.
  if (!asked || ![400, 404, 409].includes(status)) return pending
  const items = Object.keys(pending)
  const named = errors.map(({ path }) => items[Number(path.split('.')[1])])
  const isRefused = ([item]: [string, unknown]) => status !== 400 || !named.some(Boolean) || named.includes(item)
  const entries = Object.entries(pending)
  const refused = Object.fromEntries(entries.filter(isRefused))
  const refusal = status === 400 ? 'no-place' : code
  const isKept = await keepRefused({ id: draftId, refusal, pending: refused, asked })
  // It cannot be opened any more.
  if (isKept && status === 404) await forgetKeptIntake(draftId)
  return isKept ? Object.fromEntries(entries.filter((entry) => !isRefused(entry))) : pending
}
