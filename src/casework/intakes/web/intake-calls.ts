import { queryOptions } from '@tanstack/react-query'
import type { FormList } from '#casework/intake-forms/intake-form.ts'
import type { Need } from '#directory/needs/need.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { AnswerChange, Intake, IntakeSummary, NewIntake, SavedAnswers } from '../intake.ts'
import { withSaved } from './answer-queue.ts'
import { keepIntake, readKeptIntake } from './kept-intakes.ts'

/** Changes of a person's record make all of this old. */
export const personIntakes = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'intakes', contactId],
    queryFn: async () =>
      (await api.get<{ items: IntakeSummary[] }>('/api/intake/', { query: { contactId }, quiet: true })).items,
  })

export const intakeRecord = (id: string) =>
  queryOptions({ queryKey: ['contact', 'intake', id], queryFn: () => readIntake(id) })

/** From the portal; without a connection, as this device kept it. */
async function readIntake(id: string) {
  try {
    const intake = await api.get<Intake>(`/api/intake/${id}`, { quiet: true })
    void keepIntake(intake)
    return intake
  } catch (error) {
    const kept = error instanceof ApiError && error.status === 0 ? await readKeptIntake(id) : undefined
    if (!kept) throw error
    return kept
  }
}

/** The forms that staff may fill in. */
export const usableForms = queryOptions({
  queryKey: ['intakeForm', 'usable'],
  queryFn: async () =>
    (await api.get<FormList>('/api/intakeForm/', { quiet: true })).items.filter(
      ({ publishedNumber, archivedOn }) => publishedNumber !== null && !archivedOn,
    ),
})

/** Puts the intake that a call returned in place, and repeats the lists. */
function show(intake: Intake) {
  queryClient.setQueryData(intakeRecord(intake.id).queryKey, intake)
  void keepIntake(intake)
  queryClient.invalidateQueries({ queryKey: personIntakes(intake.contactId).queryKey })
  return intake
}

export const startIntake = async (call: NewIntake) => show(await api.post<Intake>('/api/intake/', call))
export async function saveAnswers(id: string, answers: AnswerChange[]) {
  const done = await api.put<SavedAnswers>(`/api/intake/${id}/answers`, { answers }, { quiet: true })
  const key = intakeRecord(id).queryKey
  queryClient.setQueryData(key, (known) => known && { ...known, answers: withSaved(known.answers, done) })
  // Before the caller forgets what it sent: opened again without a connection, the intake must not begin further back.
  const kept = await readKeptIntake(id)
  if (kept) await keepIntake({ ...kept, answers: withSaved(kept.answers, done) })
  return done
}
export const completeIntake = async (id: string) =>
  show(await api.post<Intake>(`/api/intake/${id}/complete`, undefined, { quiet: true }))
export const moveIntake = async (id: string) => show(await api.post<Intake>(`/api/intake/${id}/move`))
export const voidIntake = async (id: string, reason: string) =>
  show(await api.post<Intake>(`/api/intake/${id}/void`, { reason }, { quiet: true }))
export const takeUpNeed = async (id: string, need: Need) => {
  const intake = show(await api.post<Intake>(`/api/intake/${id}/need`, { need }))
  await queryClient.invalidateQueries({ queryKey: ['contact', 'needs', intake.contactId] })
  return intake
}
