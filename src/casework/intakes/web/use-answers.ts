import { useEffect, useMemo, useRef, useState } from 'react'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import { onRetry } from '#platform/web/connection.ts'
import { draftOwner, forgetDraft, saveDraft } from '#platform/web/drafts.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import type { AnswerChange, Intake, SavedAnswers } from '../intake.ts'
import { AnswerQueue, type PendingChanges } from './answer-queue.ts'

/** Unconfirmed answers, as this browser keeps them. */
export interface AnswersDraft {
  draftId: string
  pending: PendingChanges
}
export const draftOf = (intakeId: string) => `intake:${intakeId}`

type Answered = Pick<Intake, 'id' | 'definition' | 'answers' | 'versionNumber'>

/**
 * The answers of an intake while they are given: saved as they are typed, kept in the browser until the portal confirms
 * them.
 */
export function useAnswers(
  intake: Answered,
  draft: AnswersDraft | null,
  save: (answers: AnswerChange[]) => Promise<SavedAnswers>,
) {
  const [owner] = useState(draftOwner)
  const saving = useRef(save)
  saving.current = save
  const [queue] = useState(
    () =>
      new AnswerQueue({
        items: itemsOf(intake.definition),
        answers: intake.answers,
        pending: draft?.pending ?? {},
        save: (answers) => saving.current(answers),
        keep: (pending) =>
          Object.keys(pending).length
            ? saveDraft(owner, draftOf(intake.id), { draftId: intake.id, pending })
            : forgetDraft(owner, draftOf(intake.id)),
        onChange: (next) => setNow(next),
      }),
  )
  const [now, setNow] = useState(queue.current)
  useEffect(() => queue.merge(intake.answers), [queue, intake.answers])
  useEffect(() => {
    const stop = onRetry(() => void queue.flush())
    return () => {
      stop()
      // Leaving the screen does not lose the last words.
      void queue.flush()
      queue.stop()
    }
  }, [queue])
  const { pending } = now
  const kept = useMemo(
    (): AnswersDraft | null => (Object.keys(pending).length ? { draftId: intake.id, pending } : null),
    [pending, intake.id],
  )
  useSavedDraft(draftOf(intake.id), kept)
  return { queue, now }
}
