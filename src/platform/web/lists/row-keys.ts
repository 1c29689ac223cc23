import type { Selectable, Selection } from './use-selection.ts'

/**
 * The keys that every list has: to move, open and select rows, and to search. Opening needs a current row.
 * @param view opens a row
 */
export function rowKeys<Item extends Selectable>(
  items: readonly Item[],
  { current, setCurrent, toggle }: Pick<Selection, 'current' | 'setCurrent' | 'toggle'>,
  view: (id: string) => void,
): Record<string, (() => void) | undefined> {
  const here = items[current]
  const open = here && (() => view(here.id))
  return {
    j: () => setCurrent(Math.min(items.length - 1, current + 1)),
    k: () => setCurrent(Math.max(0, current - 1)),
    o: open,
    Enter: open,
    x: here && (() => toggle(here.id)),
    X: here && (() => toggle(here.id, true)),
    '/': () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
  }
}
