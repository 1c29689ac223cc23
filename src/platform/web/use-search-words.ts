import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/**
 * What is typed into a search whose words stand in the address, or with the entry of the browser's history where they may hold
 * names: they are handed on when the typing pauses.
 * @param search what stands there. When it was not typed here, it came from going back or from a link
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
