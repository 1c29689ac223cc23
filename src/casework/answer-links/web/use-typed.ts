import { createContext, type RefObject, useContext, useState } from 'react'

/** What was typed and not sent, by the name of its field. The page forgets it when it is left. */
export const TypedContext = createContext<RefObject<Record<string, string>>>({ current: {} })

/** A text that stays while the session has ended and the code is asked for again. */
export function useTyped(field: string, initial = '') {
  const kept = useContext(TypedContext)
  const [text, setText] = useState(kept.current[field] ?? initial)
  const type = (next: string) => {
    kept.current[field] = next
    setText(next)
  }
  return [text, type] as const
}
