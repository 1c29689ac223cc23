import { useState, useSyncExternalStore } from 'react'
import { emptyForm, FormDefinition } from '#casework/intake-forms/form-definition.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { newerVersion } from '#platform/web/api.ts'
import { noteSaving, saveDraft } from './form-calls.ts'

const PAUSE_MS = 800
const definitionOf = ({ draft, published }: IntakeForm) =>
  (draft ?? published)?.definition ?? emptyForm({ en: '', es: '' })

/** As the portal saves it. */
const asSaved = (definition: FormDefinition) => JSON.stringify(FormDefinition.safeParse(definition).data ?? null)

export interface DraftState {
  /** The form as it is on the portal. */
  form: IntakeForm
  /** As it is on the screen. */
  definition: FormDefinition
  state: 'saved' | 'waiting' | 'sending' | 'failed'
  /** The form as somebody else saved it meanwhile. */
  conflict: IntakeForm | null
}

/** A draft that saves itself shortly after each change, one save at a time. Nothing is saved before a change. */
function createDraft(first: IntakeForm) {
  let now: DraftState = { form: first, definition: definitionOf(first), state: 'saved', conflict: null }
  /** What the portal has. */
  let saved = now.definition
  /** Sent from the same revision, and not confirmed: the portal may have one of them. */
  let unconfirmed: FormDefinition[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | null = null
  const listeners = new Set<() => void>()
  const set = (part: Partial<DraftState>) => {
    now = { ...now, ...part }
    for (const tell of listeners) tell()
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), PAUSE_MS)
  }

  const confirm = (form: IntakeForm, sent: FormDefinition) => {
    saved = sent
    unconfirmed = []
    set({ form, state: now.definition === sent ? 'saved' : 'waiting' })
    return true
  }

  async function send() {
    const sent = now.definition
    const revision = now.form.draft?.revision ?? 0
    set({ state: 'sending' })
    try {
      return confirm(await saveDraft(now.form.id, { revision, definition: sent }), sent)
    } catch (error) {
      const conflict = newerVersion<IntakeForm>(error)
      const { draft } = conflict ?? {}
      const own =
        draft?.revision === revision + 1 && unconfirmed.find((each) => asSaved(each) === asSaved(draft.definition))
      if (conflict && own) return confirm(conflict, own)
      if (!conflict) unconfirmed.push(sent)
      set({ state: 'failed', conflict })
      return false
    }
  }

  /** Saves what is not saved yet. @returns whether everything is */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    while (sending) await sending
    if (now.conflict) return false
    if (now.definition === saved) return true
    sending = send()
    noteSaving(now.form.id, sending)
    const isSaved = await sending
    sending = null
    return isSaved && save()
  }

  return {
    listen: (tell: () => void) => {
      listeners.add(tell)
      return () => {
        listeners.delete(tell)
        // The screen is left.
        if (!listeners.size) void save()
      }
    },
    read: () => now,
    save,
    change: (to: (definition: FormDefinition) => FormDefinition) => {
      set({ definition: to(now.definition), state: 'waiting' })
      if (!sending && !now.conflict) later()
    },
    /** What others saved since the last save here. */
    base: () => saved,
    /** Continues with what is on the screen, or with what somebody else saved. */
    settle: (chosen: 'mine' | 'theirs') => {
      const { conflict } = now
      if (!conflict) return
      saved = definitionOf(conflict)
      unconfirmed = []
      set({
        form: conflict,
        conflict: null,
        ...(chosen === 'theirs' ? { definition: saved, state: 'saved' } : { state: 'waiting' }),
      })
      void save()
    },
    /** After an act that changed the form on the portal. */
    reset: (form: IntakeForm) => {
      saved = definitionOf(form)
      unconfirmed = []
      set({ form, definition: saved, state: 'saved', conflict: null })
    },
    /** After an act on the version in use. What is not saved yet goes on from the draft that it was typed on. */
    note: (form: IntakeForm) => {
      if (now.state !== 'saved') return set({ form: { ...form, draft: now.form.draft } })
      saved = definitionOf(form)
      set({ form, definition: saved })
    },
    /** Somebody else changed the form. */
    meet: (form: IntakeForm) => set({ conflict: form, state: 'failed' }),
  }
}

export type Draft = ReturnType<typeof createDraft>

/** The draft of a form on the screen, which follows its changes. */
export function useFormDraft(form: IntakeForm): [Draft, DraftState] {
  const [draft] = useState(() => createDraft(form))
  return [draft, useSyncExternalStore(draft.listen, draft.read)]
}
