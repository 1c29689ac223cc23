import {
  ANSWERS,
  type AnswersDraft,
  changesOf,
  openIntakes,
  type PendingChanges,
  saveAnswers,
} from '#casework/intakes/web/offline-public.ts'
import { ApiError } from '#platform/web/api.ts'
import { listOpenTabs, thisTab } from '#platform/web/draft-tab.ts'
import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'

const SENT = 'sent'
const countOf = (pending: PendingChanges) => Object.keys(pending).length

/** Answers that wait on this device; an intake that is open says itself what waits. */
async function listWaitingDrafts() {
  const drafts = await listOffline<AnswersDraft>(ANSWERS)
  const [own, open] = await Promise.all([thisTab(), listOpenTabs()])
  return drafts.filter(({ name, value: { draftId } }) => {
    const tab = name.slice(name.lastIndexOf('|') + 1)
    return tab === own ? !openIntakes.has(draftId) : !open.has(tab)
  })
}

export interface Waiting {
  count: number
  /** By intake. */
  counts: Record<string, number>
  /** When answers were last sent from this device. */
  sentOn: string | null
}

export async function listWaiting(): Promise<Waiting> {
  const counts: Record<string, number> = {}
  for (const { value } of await listWaitingDrafts())
    counts[value.draftId] = (counts[value.draftId] ?? 0) + countOf(value.pending)
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return { count, counts, sentOn: (await readOffline<string>(SENT))?.value ?? null }
}

export const noteSent = () => keepOffline(SENT, new Date().toISOString())

/**
 * Sends what waits of intakes that are not open, the oldest first. What somebody else answered meanwhile, and what the
 * portal refuses, stays until its intake is opened. Safe to repeat and to run in two tabs: each change has an ID.
 */
export async function sendWaiting() {
  for (const { name, value } of (await listWaitingDrafts()).reverse()) {
    try {
      const { conflicts } = await saveAnswers(value.draftId, changesOf(value.pending))
      const undecided = new Set(conflicts.map(({ itemKey }) => itemKey))
      const pending = Object.fromEntries(Object.entries(value.pending).filter(([item]) => undecided.has(item)))
      if (countOf(pending)) await keepOffline(name, { ...value, pending })
      else await forgetOffline(name)
      await noteSent()
    } catch (error) {
      if (!(error instanceof ApiError) || [0, 401].includes(error.status) || error.status >= 429) return
    }
  }
}
