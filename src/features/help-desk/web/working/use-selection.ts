import { useRef, useState } from 'react'
import { MOST_AT_ONCE } from '../../bulk-change.ts'
import type { SupportRequestInList } from '../../support-request-call.ts'

export type Selection = ReturnType<typeof useSelection>

/** The chosen rows, and the row where the keyboard is. At most as many are chosen as one call takes. */
export function useSelection(items: SupportRequestInList[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrentId] = useState<string | null>(null)
  const last = useRef<string | null>(null)
  const indexOf = (id: string | null) => (id === null ? -1 : items.findIndex((item) => item.id === id))
  const isOn = (id: string) => chosen.has(id)

  /** @param isRange from the row that was chosen last to this one */
  const toggle = (id: string, isRange = false) => {
    const next = new Set(chosen)
    const [from, to] = [indexOf(last.current), indexOf(id)]
    if (isRange && from >= 0 && to >= 0)
      for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(item.id)
    else if (!next.delete(id)) next.add(id)
    last.current = id
    setChosen(new Set([...next].slice(0, MOST_AT_ONCE)))
  }
  const loaded = items.slice(0, MOST_AT_ONCE)
  const isAll = loaded.length > 0 && loaded.every(({ id }) => chosen.has(id))
  return {
    isOn,
    toggle,
    isAll,
    isSome: chosen.size > 0 && !isAll,
    toggleAll: () => setChosen(isAll ? new Set() : new Set(loaded.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
    keep: (ids: string[]) => setChosen(new Set(ids)),
    /** in the order of the list; what has left the list is not changed unseen */
    tickets: items.filter(({ id }) => chosen.has(id)),
    current: indexOf(currentId),
    setCurrent: (index: number) => setCurrentId(items[index]?.id ?? null),
  }
}
