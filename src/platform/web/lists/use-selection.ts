import { useRef, useState } from 'react'

/** A row that can be selected; the version is the one that was read. */
export interface Selectable {
  id: string
  version: number
}
export type Selection<Item extends Selectable = Selectable> = ReturnType<typeof useSelection<Item>>

/** Selected rows of which not all are loaded. @param listKey identifies the filters: with another list, they are dropped */
interface Unloaded {
  rows: readonly Selectable[]
  listKey: string
  /** whether it is a whole list, as the server selected it */
  isWhole: boolean
}

/**
 * The selected rows, and the current row of the keyboard.
 * @param listKey identifies the filters of the list
 * @param most how many rows can be selected
 */
export function useSelection<Item extends Selectable>(items: Item[], listKey: string, most: number) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<Unloaded | null>(null)
  const [currentId, setCurrentId] = useState<string | null>(null)
  const last = useRef<string | null>(null)
  const place = useRef(-1)
  const indexOf = (id: string | null) => (id === null ? -1 : items.findIndex((item) => item.id === id))
  const isOn = (id: string) => chosen.has(id)
  const unloaded = selected?.listKey === listKey ? selected : null

  /** @param isRange from the last selected row to this one */
  const toggle = (id: string, isRange = false) => {
    const next = new Set(chosen)
    const [from, to] = [indexOf(last.current), indexOf(id)]
    if (isRange && from >= 0 && to >= 0)
      for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(item.id)
    else if (!next.delete(id)) next.add(id)
    last.current = id
    setChosen(new Set([...next].slice(0, most)))
  }
  const choose = (ids: string[]) => {
    setSelected(null)
    setChosen(new Set(ids))
  }
  const loaded = items.slice(0, most)
  const isAll = loaded.length > 0 && loaded.every(({ id }) => chosen.has(id))
  /** in the order of the list; rows that left the list are not changed */
  const rows = items.filter(({ id }) => chosen.has(id))
  const known = new Set(items.map(({ id }) => id))
  const beyond = (unloaded?.rows ?? []).filter(({ id }) => chosen.has(id) && !known.has(id))

  // The current row may leave the list because of an action: the one that takes its place becomes current.
  const found = indexOf(currentId)
  if (found >= 0) place.current = found
  const current = found >= 0 || currentId === null ? found : Math.min(place.current, items.length - 1)
  return {
    isOn,
    toggle,
    isAll,
    isSome: chosen.size > 0 && !isAll,
    toggleAll: () => choose(isAll ? [] : loaded.map(({ id }) => id)),
    isWhole: unloaded?.isWhole ?? false,
    /** Selects a whole list, including what is not loaded. */
    takeWhole: (all: readonly Selectable[]) => {
      setSelected({ rows: all, listKey, isWhole: true })
      setChosen(new Set(all.map(({ id }) => id)))
    },
    clear: () => choose([]),
    /**
     * Takes an act on rows into account; rows that were selected while it was under way stay selected.
     * @param left those of the rows that could not be changed
     * @param states their current state, as far as it is known: without it, only loaded rows can be changed again
     */
    settle: (rows: readonly string[], left: readonly string[], states: readonly Selectable[] = []) => {
      setSelected(states.length > 0 ? { rows: states, listKey, isWhole: false } : null)
      setChosen((now) => new Set([...[...now].filter((id) => !rows.includes(id)), ...left]))
    },
    /** the selected rows that are loaded */
    rows,
    /** the whole selection, including what is not loaded */
    targets: [...rows, ...beyond].map(({ id, version }) => ({ id, version })),
    current,
    setCurrent: (index: number) => setCurrentId(items[index]?.id ?? null),
  }
}
