/** How many questions may be under way at once. */
const UNDER_WAY = 1

interface Round<Answer> {
  keys: Set<string>
  answers: Promise<Map<string, Answer>>
}

/**
 * Gathers what is asked at about the same time into one question: whoever comes while others are being answered goes along
 * with the next question. So nobody gets an answer that was begun before they asked, and nobody waits who is alone.
 * @param ask answers some keys at once; what it does not know, it leaves out
 */
export function askTogether<Answer>(ask: (keys: string[]) => Promise<Map<string, Answer>>) {
  let next: Round<Answer> | undefined
  let underWay = 0
  const waiting: (() => void)[] = []

  const begin = async (keys: Set<string>) => {
    if (underWay < UNDER_WAY) underWay++
    else await new Promise<void>((done) => waiting.push(done))
    if (next?.keys === keys) next = undefined
    try {
      return await ask([...keys])
    } finally {
      const go = waiting.shift()
      if (go) go()
      else underWay--
    }
  }

  return async (key: string): Promise<Answer | undefined> => {
    if (underWay < UNDER_WAY) return (await begin(new Set([key]))).get(key)
    if (!next) {
      const keys = new Set<string>()
      next = { keys, answers: begin(keys) }
    }
    next.keys.add(key)
    return (await next.answers).get(key)
  }
}
