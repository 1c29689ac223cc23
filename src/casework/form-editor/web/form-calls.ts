import type { FormList, IntakeForm, NewForm } from '#casework/intake-forms/intake-form.ts'
import { api } from '#platform/web/api.ts'

const path = '/api/intakeForm/'

export const listForms = (signal: AbortSignal) => api.get<FormList>(path, { quiet: true, signal })
export const getForm = (id: string, signal: AbortSignal) =>
  api.get<IntakeForm>(path + encodeURIComponent(id), { quiet: true, signal })
export const createForm = (body: NewForm) => api.post<IntakeForm>(path, body, { quiet: true })
