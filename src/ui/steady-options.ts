import { type KeyboardEvent, useState } from 'react'

/**
 * Keeps the options of a search in place while the user moves through them with the arrow keys. The library remembers
 * only the position of the highlighted option: after a late answer, Enter would select another one than was highlighted.
 * Typing or closing the list shows the newest options again.
 *
 * @param found the newest options; @param text the text in the field
 * @returns the options to show, and the handlers of the field
 */
export function useSteadyOptions<Option>(found: readonly Option[], text: string) {
  const [held, setHeld] = useState<{ options: readonly Option[]; text: string } | null>(null)
  const isHeld = held?.text === text
  return {
    options: isHeld ? held.options : found,
    handlers: {
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') return
        const isMoving = key === 'ArrowDown' || key === 'ArrowUp'
        if (!isMoving) setHeld(null)
        else if (!isHeld && found.length > 0) setHeld({ options: found, text })
      },
      onDropdownClose: () => setHeld(null),
    },
  }
}
