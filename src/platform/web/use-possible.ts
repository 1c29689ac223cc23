import { useEffect, useState } from 'react'
import { api } from './api.ts'

/**
 * Whether the server says that an option is available to the reader; false until it responds, and if it does not.
 * @param path a call that returns `{ isPossible }`
 * @param isAsked false to skip the call
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
