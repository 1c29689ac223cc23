import { useRef } from 'react'
import { randomUuid } from './random-uuid.ts'

/** The ID of what a call makes. The answer to an earlier try may have been lost: the same content is the same call. */
export function useCallId() {
  const call = useRef({ content: '', id: '' })
  const isAgain = (given: object) => call.current.content === JSON.stringify(given)
  const idOf = (given: object) => {
    if (!isAgain(given)) call.current = { content: JSON.stringify(given), id: randomUuid() }
    return call.current.id
  }
  /** What follows is another call, even with the same content. */
  const end = () => {
    call.current = { content: '', id: '' }
  }
  return { isAgain, idOf, end }
}
