import { api } from '#platform/web/api.ts'
import { keepOffline, readOffline } from '#platform/web/offline.ts'
import type { FormInUse, FormSummary, FormsInUse } from '../intake-form.ts'

// The forms that this device can ask without a connection.

const FORMS = 'forms'
/** A corrected text has no number of its own. */
const FRESH_MS = 60 * 60_000

export const readKeptForms = async () => (await readOffline<FormInUse[]>(FORMS))?.value ?? []

/**
 * Fetches the forms in use and keeps them, unless this device has them. Fails silently: the ones before stay.
 * @param inUse as the portal lists them
 */
export async function renewKeptForms(inUse: Pick<FormSummary, 'id' | 'publishedNumber'>[]) {
  const kept = await readOffline<FormInUse[]>(FORMS)
  const numbers = new Map(kept?.value.map(({ formId, number }) => [formId, number]))
  const isSame =
    numbers.size === inUse.length && inUse.every(({ id, publishedNumber }) => numbers.get(id) === publishedNumber)
  if (kept && isSame && Date.now() - kept.savedOn < FRESH_MS) return
  const answer = await api.get<FormsInUse>('/api/intakeForm/inUse', { quiet: true }).catch(() => null)
  if (answer) await keepOffline(FORMS, answer.items)
}
