import { useEffect, useState } from 'react'
import { api } from './api.ts'

/**
 * Whether the server says that a way is open to the reader; false until it has, and when it does not answer.
 * @param path a call that answers `{ isPossible }`
 * @param isAsked false where it need not be asked
 */
export function usePossible(path: string, isAsked: boolean) {
  const [isPossible, setPossible] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    if (isAsked)
      api
        .get<{ isPossible: boolean }>(path, { quiet: true, staysOn401: true, signal: leaving.signal })
        .then((answer) => setPossible(answer.isPossible))
        .catch(() => undefined)
    return () => leaving.abort()
  }, [path, isAsked])
  return isPossible
}
