import { useEffect, useState } from 'react'
import { type FormItem, itemsOf } from '#casework/intake-forms/form-definition.ts'
import type { FormInUse } from '#casework/intake-forms/intake-form.ts'
import { spokenLanguage } from '#platform/schema/spoken-language.ts'
import { OFFLINE } from '#platform/web/drafts.ts'
import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { knownUser } from '#platform/web/session-user.ts'
import type { Intake, NewIntake } from '../intake.ts'
import type { PendingChanges } from './answer-queue.ts'
import { forgetKeptIntake, keepIntake, listKeptIntakes, readKeptIntake } from './kept-intakes.ts'
import type { KeptPerson } from './kept-people.ts'

// Intakes that this device began or completed, and the portal does not have yet. They are sent in this order: begun,
// answers, completed.

/** Why the portal did not accept it: the code of its problem; `answers`: some are in conflict or refused. */
type Refusal = string

export interface BegunIntake {
  call: NewIntake & { begun: { id: string; versionId: string } }
  refusal: Refusal | null
}
export interface CompletedIntake {
  id: string
  /** Whose questions were asked. */
  versionId: string
  refusal: Refusal | null
}

/** What answers were given to: they can be read also after the form changed. */
export interface Asked extends Pick<Intake, 'title' | 'personName' | 'contactId' | 'language'> {
  items: FormItem[]
}
/** Answers that the portal did not accept: they stay here to be read. */
export interface RefusedAnswers {
  id: string
  refusal: Refusal
  pending: PendingChanges
  asked: Asked
}

const BEGUN = `${OFFLINE}begun/`
const COMPLETED = `${OFFLINE}completed/`
const REFUSED = `${OFFLINE}refused/`
/** Not what waits to be sent. */
const SENT_AS = 'sent-as/'
const listeners = new Set<() => void>()
/** Notifies of what changed on this device. */
export function notifyUnsent() {
  for (const listener of listeners) listener()
}
/** Listens to changes of what this device has not sent, made in this tab. @returns stops listening */
export function onUnsent(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const notifying = async <Result>(work: Promise<Result>) => {
  const result = await work
  notifyUnsent()
  return result
}

export const readBegun = async (id: string) => (await readOffline<BegunIntake>(BEGUN + id))?.value
export const keepBegun = (begun: BegunIntake) => notifying(keepOffline(BEGUN + begun.call.begun.id, begun))
export const forgetBegun = (id: string) => notifying(forgetOffline(BEGUN + id))
/** Newest first. */
export const listBegun = async () => (await listOffline<BegunIntake>(BEGUN)).map(({ value }) => value)

/** Under which ID the portal has an intake that this device began, if a colleague had begun the same one meanwhile. */
export const readSentAs = async (id: string) => (await readOffline<string>(SENT_AS + id))?.value
export const keepSentAs = (id: string, sentAs: string) => notifying(keepOffline(SENT_AS + id, sentAs))
/** The IDs under which this device began them. */
export const listSentAs = async () => (await listOffline<string>(SENT_AS)).map(({ name }) => name.slice(SENT_AS.length))

export const readCompleted = async (id: string) => (await readOffline<CompletedIntake>(COMPLETED + id))?.value
/** @returns whether it was kept */
export const keepCompleted = (completed: CompletedIntake) => notifying(keepOffline(COMPLETED + completed.id, completed))
export const forgetCompleted = (id: string) => notifying(forgetOffline(COMPLETED + id))
/** Newest first. */
export const listCompleted = async () => (await listOffline<CompletedIntake>(COMPLETED)).map(({ value }) => value)

export const askedOf = (
  { title, personName, contactId, language, definition }: Intake,
  pending: PendingChanges,
): Asked => ({
  ...{ title, personName, contactId, language },
  items: itemsOf(definition).filter(({ key }) => key in pending),
})
export const mergeAsked = (before: Asked, after: Asked): Asked => ({
  ...after,
  items: [...before.items.filter(({ key }) => !after.items.some((item) => item.key === key)), ...after.items],
})
export const readRefused = async (id: string) => (await readOffline<RefusedAnswers>(REFUSED + id))?.value
/** @returns whether it was kept */
export async function keepRefused({ id, refusal, pending, asked }: RefusedAnswers) {
  const before = await readRefused(id)
  const all = { ...before?.pending, ...pending }
  const refused = { id, refusal, pending: all, asked: before ? mergeAsked(before.asked, asked) : asked }
  return notifying(keepOffline(REFUSED + id, refused satisfies RefusedAnswers))
}
export const forgetRefused = (id: string) => notifying(forgetOffline(REFUSED + id))
export const listRefused = () => listOffline<RefusedAnswers>(REFUSED)

/** The intakes that this device has, or of which it has answers. */
export async function listIntakesHere() {
  // In this order: answers are refused before what they were given to is removed.
  const drafts = await listKeptIntakes()
  const refused = await listRefused()
  const refusedOf = (id: string) => refused.find(({ value }) => value.id === id)?.value
  const kept = drafts.map(({ value: { id, title, personName, contactId }, savedOn }) => ({
    ...{ id, title, personName, contactId, savedOn, refused: refusedOf(id) },
  }))
  const others = refused
    .filter(({ value }) => !kept.some((intake) => intake.id === value.id))
    .map(({ value, savedOn }) => ({ id: value.id, savedOn, refused: value, ...value.asked }))
  return [...kept, ...others]
}

/**
 * Begins an intake without a connection; of the same person and form, continues the draft that this device has.
 * @returns its ID; undefined if this device keeps nothing
 */
export function beginHere(form: FormInUse, person: KeptPerson) {
  // A second press finds the intake of the first one.
  const begun = beginning.then(() => begin(form, person))
  beginning = begun.catch(() => undefined)
  return begun
}
let beginning: Promise<unknown> = Promise.resolve()

async function begin({ formId, versionId, number, definition }: FormInUse, person: KeptPerson) {
  const known = (await listKeptIntakes()).find(
    ({ value }) => value.formId === formId && value.contactId === person.id && value.state === 'draft',
  )
  if (known) return known.value.id
  const id = randomUuid()
  const language = spokenLanguage(person.language)
  const user = knownUser()
  const now = new Date().toISOString()
  const intake: Intake = {
    ...{ id, formId, versionId, versionNumber: number, definition, title: definition.title },
    ...{ contactId: person.id, personName: person.name, way: 'staff', language, state: 'draft' },
    ...{ startedOn: now, changedOn: now, completedOn: null, voidReason: null, result: null },
    ...{ startedByName: user ? `${user.firstName} ${user.lastName}` : null, completedByName: null },
    ...{ needs: [], answers: [], newerVersion: null },
  }
  const call = { formId, contactId: person.id, language, begun: { id, versionId } }
  const isKept = (await keepIntake(intake)) && (await keepBegun({ call, refusal: null }))
  return isKept ? id : undefined
}

const RENEW_MS = 60_000
const renewed = new Map<string, number>()
/** What belongs to answers must not expire before them. */
export async function renewUnsent(id: string) {
  if (Date.now() - (renewed.get(id) ?? 0) < RENEW_MS) return
  renewed.set(id, Date.now())
  const [intake, begun] = await Promise.all([readKeptIntake(id), readBegun(id)])
  if (intake) await keepIntake(intake)
  if (begun) await keepOffline(BEGUN + id, begun)
}

/** Removes an intake that the portal does not have, without its answers. */
export async function forgetUnsent(id: string) {
  await forgetKeptIntake(id)
  await forgetOffline(COMPLETED + id)
  await forgetBegun(id)
}

export interface Unsent {
  begun: BegunIntake | undefined
  /** where its answers go, if a colleague had begun the same intake */
  sentAs: string | undefined
  completed: CompletedIntake | undefined
  refused: RefusedAnswers | undefined
}

/** What this device has not sent of an intake beside answers; null while it is read. */
export function useUnsent(id: string) {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const [begun, sentAs, completed, refused] = await Promise.all([
        readBegun(id),
        readSentAs(id),
        readCompleted(id),
        readRefused(id),
      ])
      if (!isGone) setUnsent({ begun, sentAs, completed, refused })
    }
    void read()
    const stop = onUnsent(() => void read())
    return () => {
      isGone = true
      stop()
    }
  }, [id])
  return unsent
}
