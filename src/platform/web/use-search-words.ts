import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/**
 * The input of a search whose words are in the URL, or in the history entry if they may contain names. They are passed
 * on when the typing pauses.
 * @param search the current words there. If they were not typed here, they came from going back or from a link
 */
export function useSearchWords(search: string, onSearch: (words: string) => void) {
  const [typed, setTyped] = useState(search)
  const [asked, setAsked] = useState(search)
  const [seen, setSeen] = useState(search)
  const later = useDebouncedCallback((words: string) => {
    setAsked(words.trim())
    onSearch(words.trim())
  }, 300)
  if (seen !== search) {
    setSeen(search)
    if (asked !== search) setTyped(search)
  }
  const type = (words: string) => {
    setTyped(words)
    later(words)
  }
  return { typed, type }
}
