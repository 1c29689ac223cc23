import { useRef } from 'react'

/**
 * The focus in a list of lines: on the first field of a new one, and on "Add" once one was removed. A line has
 * `data-line`, the button that adds one has `data-add`.
 */
export function useLineFocus() {
  const list = useRef<HTMLFieldSetElement>(null)
  // The line is there, or gone, after the next render. Of lists within lines, their own "Add" comes before this one's.
  const focusLast = (what: string) =>
    requestAnimationFrame(() => [...(list.current?.querySelectorAll<HTMLElement>(what) ?? [])].at(-1)?.focus())
  return {
    list,
    toLine: (at: number) =>
      requestAnimationFrame(() => {
        const line = list.current?.querySelector(`:scope > [data-line="${at}"]`)
        line?.querySelector<HTMLElement>('input, textarea, select')?.focus()
      }),
    toAdd: () => focusLast('[data-add]'),
  }
}
