import { queryOptions } from '@tanstack/react-query'
import type { FormList, FormSummary } from '#casework/intake-forms/intake-form.ts'
import { readKeptForms, renewKeptForms } from '#casework/intake-forms/web/kept-forms-public.ts'
import type { Need } from '#directory/needs/need.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { cacheSaved, queryClient } from '#platform/web/query-client.ts'
import type { AnswerChange, Intake, IntakeSummary, NewIntake, SavedAnswers } from '../intake.ts'
import { withSaved } from './answer-queue.ts'
import { forgetKeptIntake, keepIntake, readKeptIntake } from './kept-intakes.ts'
import {
  forgetBegun,
  forgetCompleted,
  keepCompleted,
  keepSentAs,
  readBegun,
  readCompleted,
  readSentAs,
} from './unsent-intakes.ts'
import { moveAnswers } from './use-answers.ts'

/** All of this is invalidated when a person's record changes. */
export const personIntakes = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'intakes', contactId],
    queryFn: async () =>
      (await api.get<{ items: IntakeSummary[] }>('/api/intake/', { query: { contactId }, quiet: true })).items,
  })

export const intakeRecord = (id: string) =>
  queryOptions({ queryKey: ['contact', 'intake', id], queryFn: () => readIntake(id) })

/** From the portal; without a connection, or before it was sent, as this device kept it. */
async function readIntake(id: string) {
  const here = (await readBegun(id)) && (await readKeptIntake(id))
  if (here) return here
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

/** The forms that staff may fill in; without a connection, those that this device has. */
export const usableForms = queryOptions({ queryKey: ['intakeForm', 'usable'], queryFn: listUsableForms })

async function listUsableForms(): Promise<Pick<FormSummary, 'id' | 'title'>[]> {
  try {
    const { items } = await api.get<FormList>('/api/intakeForm/', { quiet: true })
    const inUse = items.filter(({ publishedNumber, archivedOn }) => publishedNumber !== null && !archivedOn)
    void renewKeptForms(inUse)
    return inUse
  } catch (error) {
    const kept = error instanceof ApiError && error.status === 0 ? await readKeptForms() : []
    if (!kept.length) throw error
    return kept.map(({ formId, definition }) => ({ id: formId, title: definition.title }))
  }
}

/** Puts the intake that a call returned in place, and repeats the lists. */
function show(intake: Intake) {
  cacheSaved(intakeRecord(intake.id).queryKey, intake)
  void keepIntake(intake)
  queryClient.invalidateQueries({ queryKey: personIntakes(intake.contactId).queryKey })
  return intake
}

export const startIntake = async (call: NewIntake) =>
  show(await api.post<Intake>('/api/intake/', call, { quiet: true }))

/**
 * Sends first that this device began an intake, if it did.
 * @returns the ID under which the portal has it: that of the draft which a colleague began meanwhile, if there is one
 * @throws ApiError
 */
export async function sendBegun(id: string): Promise<string> {
  const sentAs = await readSentAs(id)
  if (sentAs) return move(id, sentAs)
  const begun = await readBegun(id)
  if (!begun) return id
  const intake = await startIntake(begun.call)
  await keepIntake(intake)
  if (intake.id !== id) return move(id, intake.id)
  await forgetBegun(id)
  return id
}

/**
 * What this device has of an intake goes to the one that the portal has. Answers do so before they are sent: what the
 * portal then refuses stays at an address that opens. Safe to repeat.
 */
async function move(id: string, sentAs: string) {
  if (!(await readSentAs(id))) await keepSentAs(id, sentAs)
  await moveAnswers(id, sentAs)
  const completed = await readCompleted(id)
  if (completed) {
    await keepCompleted({ ...completed, id: sentAs })
    await forgetCompleted(id)
  }
  await forgetKeptIntake(id)
  await forgetBegun(id)
  return sentAs
}
export async function saveAnswers(id: string, answers: AnswerChange[]) {
  const done = await api.put<SavedAnswers>(`/api/intake/${id}/answers`, { answers }, { quiet: true })
  const key = intakeRecord(id).queryKey
  // A reading that began before must not bring back what stood then.
  if (queryClient.getQueryData(key)) await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData(key, (known) => known && { ...known, answers: withSaved(known.answers, done) })
  // Before the caller forgets what it sent: opened again without a connection, the intake must not begin further back.
  const kept = await readKeptIntake(id)
  if (kept) await keepIntake({ ...kept, answers: withSaved(kept.answers, done) })
  return done
}
/** @param versionId whose questions were asked without a connection */
export async function completeIntake(id: string, versionId?: string) {
  const call = versionId ? { versionId } : undefined
  const intake = show(await api.post<Intake>(`/api/intake/${id}/complete`, call, { quiet: true }))
  await forgetCompleted(id)
  return intake
}
export const moveIntake = async (id: string) => show(await api.post<Intake>(`/api/intake/${id}/move`))
export const voidIntake = async (id: string, reason: string) =>
  show(await api.post<Intake>(`/api/intake/${id}/void`, { reason }, { quiet: true }))
export const takeUpNeed = async (id: string, need: Need) => {
  const intake = show(await api.post<Intake>(`/api/intake/${id}/need`, { need }))
  await queryClient.invalidateQueries({ queryKey: ['contact', 'needs', intake.contactId] })
  return intake
}
