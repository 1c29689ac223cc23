import { useState } from 'react'
import { flushSync } from 'react-dom'
import { checkForm } from '#casework/intake-forms/check-form.ts'
import { type FormDefinition, type FormItem, itemsOf, type Texts } from '#casework/intake-forms/form-definition.ts'
import {
  dependentsOf,
  duplicateItem,
  insertItem,
  moved,
  moveItem,
  newItem,
  newPage,
  placeOfItem,
  removeItem,
} from '../form-changes.ts'
import { type Place, placeOfPath } from '../form-places.ts'
import type { OutlineActs } from './form-outline.tsx'
import { newKey } from './form-words.ts'
import type { Draft } from './use-form-draft.ts'

/** Something that was removed, and how it comes back. */
export interface Removed {
  texts: Texts
  dependents: Texts[]
  restore: (definition: FormDefinition) => FormDefinition
  place: Place
}

const swap = <Part extends { key: string }>(parts: Part[], key: string, step: -1 | 1) =>
  moved(
    parts,
    parts.findIndex((part) => part.key === key),
    step,
  )

/** The focus stays on what was moved, also if it went to another page. */
function keepingFocus(key: string, move: () => void) {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.act : undefined
  flushSync(move)
  const entry = [...document.querySelectorAll<HTMLElement>('[data-place]')].find((e) => e.dataset.place === key)
  const act = active ? entry?.querySelector<HTMLButtonElement>(`[data-act=${active}]:not(:disabled)`) : null
  const button = act ?? entry?.querySelector('button')
  button?.focus()
}

/** Takes a part out of a form. */
function takeOut(definition: FormDefinition, place: Place): { next: FormDefinition; removed: Removed } | null {
  if (place.kind === 'form') return null
  const { key } = place
  if (place.kind === 'item') {
    const at = placeOfItem(definition, key)
    const item = itemsOf(definition).find((each) => each.key === key)
    if (!at || !item) return null
    return {
      next: removeItem(definition, at),
      removed: {
        texts: item.text,
        dependents: dependentsOf(definition, [key]),
        restore: (now) => insertItem(now, at, item),
        place,
      },
    }
  }
  const field = place.kind === 'page' ? 'pages' : 'scores'
  const parts: { key: string; title: Texts; items: (FormItem | string)[] }[] = definition[field]
  const at = parts.findIndex((part) => part.key === key)
  const part = parts[at]
  if (!part) return null
  const lost = place.kind === 'page' ? part.items.flatMap((item) => (typeof item === 'string' ? [] : [item.key])) : []
  const next = { ...definition, [field]: parts.toSpliced(at, 1) }
  return {
    next,
    removed: {
      texts: part.title,
      dependents: dependentsOf(next, lost),
      restore: (now) => ({ ...now, [field]: (now[field] as typeof parts).toSpliced(at, 0, part) }),
      place,
    },
  }
}

/** What can be done with the parts of a form, which part is open, and what is missing where. */
export function useEditor(draft: Draft, definition: FormDefinition) {
  const [selected, setSelected] = useState<Place>(() => {
    const [first] = itemsOf(definition)
    return first ? { kind: 'item', key: first.key } : { kind: 'form' }
  })
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { change } = draft
  const gaps = checkForm(definition)
  const gapCounts = new Map<string, number>()
  for (const { path } of gaps) {
    const place = JSON.stringify(placeOfPath(definition, path))
    gapCounts.set(place, (gapCounts.get(place) ?? 0) + 1)
  }

  const add: OutlineActs['onAdd'] = (kind, pageKey) => {
    if (kind === 'page') {
      const page = newPage(newKey('p'))
      change((now) => ({ ...now, pages: [...now.pages, page] }))
      setSelected({ kind: 'page', key: page.key })
    } else if (kind === 'score') {
      const score = { key: newKey('s'), title: { en: '', es: '' }, code: null, items: [], bands: [] }
      change((now) => ({ ...now, scores: [...now.scores, score] }))
      setSelected({ kind: 'score', key: score.key })
    } else {
      const item = newItem(newKey('q'))
      change((now) => {
        const page = now.pages.findIndex(({ key }) => key === pageKey)
        return insertItem(now, { page, at: now.pages[page]?.items.length ?? 0 }, item)
      })
      setSelected({ kind: 'item', key: item.key })
    }
  }
  const move: OutlineActs['onMove'] = (place, step) => {
    if (place.kind === 'form') return
    const { key } = place
    keepingFocus(key, () => {
      change((now) => {
        if (place.kind === 'item') return moveItem(now, key, step)
        return place.kind === 'page'
          ? { ...now, pages: swap(now.pages, key, step) }
          : { ...now, scores: swap(now.scores, key, step) }
      })
      setSelected(place)
    })
  }
  const remove: OutlineActs['onRemove'] = (place) => {
    const taken = takeOut(definition, place)
    if (!taken) return
    change(() => taken.next)
    setRemoved(taken.removed)
    setSelected({ kind: 'form' })
  }
  return {
    selected,
    gaps,
    gapsOf: (place: Place) => gapCounts.get(JSON.stringify(place)) ?? 0,
    removed,
    undo: () => {
      if (!removed) return
      change(removed.restore)
      setSelected(removed.place)
      setRemoved(null)
    },
    forget: () => setRemoved(null),
    acts: {
      onSelect: setSelected,
      onAdd: add,
      onMove: move,
      onDuplicate: (key: string) => {
        const copyKey = newKey('q')
        change((now) => duplicateItem(now, key, copyKey))
        setSelected({ kind: 'item', key: copyKey })
      },
      onRemove: remove,
    } satisfies OutlineActs,
  }
}

/** The questions before a part that its conditions may name. */
export function earlierItems(definition: FormDefinition, place: Place): FormItem[] {
  const asked = (items: FormItem[]) => items.filter(({ kind }) => kind !== 'note')
  if (place.kind === 'page') {
    const at = definition.pages.findIndex(({ key }) => key === place.key)
    return asked(definition.pages.slice(0, at).flatMap(({ items }) => items))
  }
  const items = itemsOf(definition)
  return asked(items.slice(0, place.kind === 'item' ? items.findIndex(({ key }) => key === place.key) : 0))
}
