import { createContext, type RefObject, useContext, useRef, useState } from 'react'

/**
 * What was typed and not sent, by the name of its field, for a page whose session may end while somebody types. The page
 * forgets it when it is left. Null elsewhere: there, a form that is closed forgets it.
 */
export const TypedContext = createContext<RefObject<Record<string, string>> | null>(null)

/**
 * A text that stays while the session has ended and the page is opened again.
 * @returns the text, its change, a function to forget it once it was sent or dropped, and one to empty it once it was
 *   sent, unless it was changed since
 */
export function useTyped(field: string, initial = '') {
  const kept = useContext(TypedContext)
  const [text, setText] = useState(kept?.current[field] ?? initial)
  const latest = useRef(text)
  const type = (next: string) => {
    latest.current = next
    if (kept) kept.current[field] = next
    setText(next)
  }
  const forget = () => {
    delete kept?.current[field]
  }
  const clear = (sent: string) => {
    if (latest.current === sent) type('')
  }
  return [text, type, forget, clear] as const
}
