import { useEffect, useRef, useState } from 'react'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import { onRetry } from '#platform/web/connection.ts'
import { draftOwner, forgetDraft, OFFLINE, saveDraft } from '#platform/web/drafts.ts'
import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'
import type { AnswerChange, Intake, SavedAnswers } from '../intake.ts'
import { AnswerQueue, type PendingChanges } from './answer-queue.ts'
import { type Asked, askedOf, mergeAsked, renewUnsent } from './unsent-intakes.ts'

/** Unconfirmed answers, as this browser keeps them. */
export interface AnswersDraft {
  draftId: string
  pending: PendingChanges
  asked?: Asked | undefined
}
export const ANSWERS = `${OFFLINE}answers/`
/** What sends the answers of the intakes that are open in this tab, by ID. */
export const openQueues = new Map<string, AnswerQueue>()
export const draftOf = (intakeId: string) => ANSWERS + intakeId

/** Keeps what is not sent as a draft of the account. @param intake whose questions were asked */
export function keepAnswers(owner: string | null, intakeId: string, pending: PendingChanges, intake?: Intake) {
  if (!Object.keys(pending).length) return forgetDraft(owner, draftOf(intakeId))
  if (owner) void renewUnsent(intakeId)
  const asked = intake && askedOf(intake, pending)
  return saveDraft(owner, draftOf(intakeId), { draftId: intakeId, pending, asked } satisfies AnswersDraft)
}

export const tabOf = (name: string) => name.slice(name.lastIndexOf('|') + 1)

/** Answers of an intake that the portal has as another one go there, in all tabs. Safe to repeat. */
export async function moveAnswers(from: string, to: string) {
  for (const { name, value } of await listOffline<AnswersDraft>(`${draftOf(from)}|`)) {
    const place = `${draftOf(to)}|${tabOf(name)}`
    const there = (await readOffline<AnswersDraft>(place))?.value
    const asked = there?.asked && value.asked ? mergeAsked(there.asked, value.asked) : value.asked
    const moved: AnswersDraft = { draftId: to, pending: { ...there?.pending, ...value.pending }, asked }
    if (await keepOffline(place, moved)) await forgetOffline(name)
  }
}

/** Removes answers that were not sent, in this browser's tab. */
export const forgetAnswers = (intakeId: string) => forgetDraft(draftOwner(), draftOf(intakeId))

/** Removes answers from this device, and ends what sends them. */
export async function discardAnswers(intakeId: string) {
  await openQueues.get(intakeId)?.discard()
  for (const { name } of await listOffline<AnswersDraft>(`${draftOf(intakeId)}|`)) await forgetOffline(name)
}

type Answered = Pick<Intake, 'id' | 'definition' | 'answers' | 'versionNumber'>

export interface AnswerPlaces {
  save: (answers: AnswerChange[]) => Promise<SavedAnswers>
  /** Keeps on this device what waits; by default as a draft of the account. */
  keep?: ((pending: PendingChanges) => Promise<unknown>) | undefined
}

/**
 * The answers of an intake while they are given: saved as they are typed, kept on this device until the portal confirms
 * them.
 */
export function useAnswers(intake: Answered, draft: AnswersDraft | null, places: AnswerPlaces) {
  const [owner] = useState(draftOwner)
  const latest = useRef(places)
  latest.current = places
  const [queue] = useState(() => {
    const keep = async (pending: PendingChanges) => {
      // What a screen that was left had confirmed does not replace what the one after it keeps.
      if ((openQueues.get(intake.id) ?? made) !== made) return
      await (latest.current.keep ? latest.current.keep(pending) : keepAnswers(owner, intake.id, pending))
    }
    const made: AnswerQueue = new AnswerQueue({
      items: itemsOf(intake.definition),
      answers: intake.answers,
      pending: draft?.pending ?? {},
      save: (answers) => latest.current.save(answers),
      keep,
      onChange: (next) => setNow(next),
    })
    return made
  })
  const [now, setNow] = useState(queue.current)
  useEffect(() => queue.merge(intake.answers), [queue, intake.answers])
  useEffect(() => {
    const stop = onRetry(() => void queue.flush())
    openQueues.set(intake.id, queue)
    return () => {
      openQueues.delete(intake.id)
      stop()
      // Leaving the screen does not lose the last words.
      void queue.flush()
      queue.stop()
    }
  }, [queue, intake.id])
  return { queue, now }
}
