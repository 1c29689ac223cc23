import type { QuestionnaireAnswer } from '#casework/fhir-questionnaires/questionnaire.ts'
import type { CorrectionCall, DraftCall, FormList, IntakeForm, NewForm } from '#casework/intake-forms/intake-form.ts'
import { api } from '#platform/web/api.ts'

const path = '/api/intakeForm/'
const quiet = { quiet: true }

/** Saves on their way, by form. */
const saving = new Map<string, Promise<unknown>>()
export const noteSaving = (id: string, save: Promise<unknown>) => saving.set(id, save)

export const listForms = async (signal: AbortSignal) => {
  await Promise.all(saving.values())
  return api.get<FormList>(path, { quiet: true, signal })
}

/** A form as it is once what was typed on it is saved. */
export async function getForm(id: string, signal: AbortSignal) {
  await saving.get(id)
  return api.get<IntakeForm>(path + encodeURIComponent(id), { quiet: true, signal })
}

export const createForm = (body: NewForm) => api.post<IntakeForm>(path, body, quiet)
export const saveDraft = (id: string, body: DraftCall) => api.put<IntakeForm>(`${path}${id}/draft`, body, quiet)
export const discardDraft = (id: string, revision: number) =>
  api.delete<null>(`${path}${id}/draft`, { query: { revision }, ...quiet })
export const publishForm = (id: string, revision: number) =>
  api.post<IntakeForm>(`${path}${id}/publish`, { revision }, quiet)
export const correctText = (id: string, body: CorrectionCall) => api.put<IntakeForm>(`${path}${id}/text`, body, quiet)
export const archiveForm = (id: string) => api.post<IntakeForm>(`${path}${id}/archive`, undefined, quiet)
export const restoreForm = (id: string) => api.post<IntakeForm>(`${path}${id}/restore`, undefined, quiet)

export const questionnaireAddress = (id: string) => `${path}${id}/questionnaire`
export const importQuestionnaire = (scope: NewForm['scope'], questionnaire: unknown) =>
  api.post<QuestionnaireAnswer>(`${path}questionnaire`, { scope, questionnaire }, quiet)
