import pLimit from 'p-limit'

interface Round<Answer> {
  keys: Set<string>
  answers: Promise<Map<string, Answer>>
}

/**
 * Gathers what is asked at about the same time into one question: whoever comes while others are being answered goes along
 * with the next question. So nobody gets an answer that was begun before they asked, and nobody waits who is alone.
 * @param ask answers some keys at once; what it does not know, it leaves out
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
