import pLimit from 'p-limit'

interface Round<Answer> {
  keys: Set<string>
  answers: Promise<Map<string, Answer>>
}

/**
 * Batches concurrent lookups: requests that arrive while a batch is running wait for the next one. So no answer is
 * older than its request, and a single request does not wait.
 * @param ask answers several keys at once; omits keys that it does not know
 */
export function createBatcher<Answer>(ask: (keys: string[]) => Promise<Map<string, Answer>>) {
  const inTurn = pLimit(1)
  let next: Round<Answer> | undefined

  const begin = (keys: Set<string>) => {
    next = undefined
    return ask([...keys])
  }

  return async (key: string): Promise<Answer | undefined> => {
    if (!next) {
      const keys = new Set<string>()
      next = { keys, answers: inTurn(begin, keys) }
    }
    next.keys.add(key)
    return (await next.answers).get(key)
  }
}
