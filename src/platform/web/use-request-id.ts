import { useRef } from 'react'
import { randomUuid } from './random-uuid.ts'

/** The ID of what is requested: the same content is the same request, as the answer to an earlier try may be lost. */
export function useRequestId() {
  const made = useRef({ content: '', id: '' })
  return (content: unknown) => {
    const written = JSON.stringify(content)
    if (made.current.content !== written) made.current = { content: written, id: randomUuid() }
    return made.current.id
  }
}
