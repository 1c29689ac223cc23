import type { ApiError } from '#platform/web/api.ts'
import { listOpenTabs, thisTab } from '#platform/web/draft-tab.ts'
import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { requireSameBuild } from '#platform/web/require-same-build.ts'
import { changesOf, isTemporary, type PendingChanges } from './answer-queue.ts'
import { completeIntake, intakeRecord, saveAnswers, sendBegun } from './intake-calls.ts'
import { refuseAnswers } from './refuse-answers.ts'
import {
  keepBegun,
  keepCompleted,
  listBegun,
  listCompleted,
  listRefused,
  listSentAs,
  notifyUnsent,
  readBegun,
  readCompleted,
} from './unsent-intakes.ts'
import { ANSWERS, type AnswersDraft, openQueues, tabOf } from './use-answers.ts'

const SENT = 'sent'
const countOf = (pending: PendingChanges) => Object.keys(pending).length

/** Answers that wait on this device; an intake that is open says itself what waits. */
async function listWaitingDrafts() {
  const drafts = await listOffline<AnswersDraft>(ANSWERS)
  const [own, open] = await Promise.all([thisTab(), listOpenTabs()])
  return drafts.filter(({ name, value: { draftId } }) => {
    const tab = tabOf(name)
    return tab === own ? !openQueues.has(draftId) : !open.has(tab)
  })
}

export interface Waiting {
  /** Answers. */
  count: number
  /** Answers, by intake. */
  counts: Record<string, number>
  /** Intakes that were begun or completed here, or of which answers were refused, by ID. */
  intakes: Record<string, 'begun' | 'completed' | 'refused'>
  /** When something was last sent from this device. */
  sentOn: string | null
}

export async function listWaiting(): Promise<Waiting> {
  const intakes: Waiting['intakes'] = {}
  for (const { call, refusal } of await listBegun()) intakes[call.begun.id] = refusal ? 'refused' : 'begun'
  const unsendable = new Set(Object.keys(intakes).filter((id) => intakes[id] === 'refused'))
  for (const { id, refusal } of await listCompleted())
    if (intakes[id] !== 'refused') intakes[id] = refusal ? 'refused' : 'completed'
  for (const { value } of await listRefused()) intakes[value.id] = 'refused'
  const counts: Record<string, number> = {}
  // An intake that the portal does not take has nothing to send.
  for (const { value } of await listWaitingDrafts())
    if (!unsendable.has(value.draftId)) counts[value.draftId] = (counts[value.draftId] ?? 0) + countOf(value.pending)
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return { count, counts, intakes, sentOn: (await readOffline<string>(SENT))?.value ?? null }
}

export const noteSent = () => keepOffline(SENT, new Date().toISOString())

let running: Promise<void> | undefined

/**
 * Sends what waits of intakes that are not open: what was begun, then answers, then what was completed, each the oldest
 * first. What somebody else answered meanwhile stays until its intake is opened; what the portal refuses stays to be
 * read. Safe to repeat: each intake and each change has an ID. Calls at the same moment share one run; another tab's
 * goes first, where the browser has locks.
 */
export function sendWaiting() {
  running ??= sendAlone().finally(() => {
    running = undefined
  })
  return running
}

async function sendAlone() {
  // A page over plain HTTP has none.
  if (!navigator.locks) return sendAll()
  await navigator.locks.request('send-waiting', { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll()
  })
}

async function sendAll() {
  try {
    await requireSameBuild()
    for (const { call, refusal } of (await listBegun()).reverse()) if (!refusal) await sendBegunHere(call.begun.id)
    // A screen that was open when its intake joined a colleague's may have kept more.
    for (const id of await listSentAs()) await sendBegun(id)
    for (const { name, value } of (await listWaitingDrafts()).reverse()) await sendDraft(name, value)
    for (const { id, refusal } of (await listCompleted()).reverse()) if (!refusal) await sendCompleted(id)
  } catch (error) {
    if (!isTemporary(error)) throw error
  } finally {
    notifyUnsent()
  }
}

/** What the portal refuses is marked. @throws ApiError if it may be accepted later */
async function sendBegunHere(id: string) {
  try {
    await sendBegun(id)
    await noteSent()
  } catch (error) {
    const begun = await readBegun(id)
    if (isTemporary(error) || !begun) throw error
    await keepBegun({ ...begun, refusal: (error as ApiError).code })
  }
}

async function sendDraft(name: string, draft: AnswersDraft) {
  const { draftId, pending } = draft
  // Refused, or begun this very moment: then it is sent next time.
  if (await readBegun(draftId)) return
  try {
    const { conflicts } = await saveAnswers(draftId, changesOf(pending))
    const undecided = new Set(conflicts.map(({ itemKey }) => itemKey))
    const left = Object.fromEntries(Object.entries(pending).filter(([item]) => undecided.has(item)))
    await keepLeft(name, draft, left)
    if (countOf(left)) await refuseCompletion(draftId, 'answers')
    await noteSent()
  } catch (error) {
    if (isTemporary(error)) throw error
    await refuseDraft(name, draft, error as ApiError)
  }
}

const keepLeft = (name: string, draft: AnswersDraft, left: PendingChanges) =>
  countOf(left) ? keepOffline(name, { ...draft, pending: left } satisfies AnswersDraft) : forgetOffline(name)

/** What the portal does not accept stays to be read, and the other answers are sent without it. */
async function refuseDraft(name: string, draft: AnswersDraft, error: ApiError) {
  const { draftId, pending } = draft
  await refuseCompletion(draftId, error.status === 400 ? 'answers' : error.code)
  const left = await refuseAnswers(draft, error)
  if (countOf(left) === countOf(pending)) return
  await keepLeft(name, draft, left)
  void queryClient.invalidateQueries({ queryKey: intakeRecord(draftId).queryKey })
  if (countOf(left)) await sendDraft(name, { ...draft, pending: left })
}

async function refuseCompletion(id: string, refusal: string) {
  const completed = await readCompleted(id)
  if (completed) await keepCompleted({ ...completed, refusal })
}

/** Completes an intake once the portal has all of its answers. */
async function sendCompleted(id: string) {
  const begun = await readBegun(id)
  if (begun) return
  const waits = (await listOffline<AnswersDraft>(ANSWERS)).some(({ value }) => value.draftId === id)
  if (waits) return
  try {
    await completeIntake(id, (await readCompleted(id))?.versionId)
    await noteSent()
  } catch (error) {
    if (isTemporary(error)) throw error
    await refuseCompletion(id, (error as ApiError).code)
  }
}
